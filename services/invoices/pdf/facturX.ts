import type { InvoiceKind } from '../kinds.ts'

/** The name under which every reader of Factur-X looks for the XML. */
export const xmlFileName = 'factur-x.xml'

/** The types of the documents in the metadata: Factur-X calls a credit note an invoice, too. */
const documentTypes: Readonly<Record<InvoiceKind, string>> = { invoice: 'INVOICE', creditNote: 'INVOICE' }

const facturX = 'urn:factur-x:pdfa:CrossIndustryDocument:invoice:1p0#'
const pdfUa = 'http://www.aiim.org/pdfua/ns/id/'

interface Property {
  readonly name: string
  readonly type: 'Text' | 'Integer'
  readonly category: 'external' | 'internal'
  readonly description: string
}

/** PDF/A requires a description of each property that its own schemas do not define. */
const schemas = [
  {
    name: 'Factur-X PDFA Extension Schema',
    uri: facturX,
    prefix: 'fx',
    properties: [
      {
        name: 'DocumentFileName',
        type: 'Text',
        category: 'external',
        description: 'The name of the embedded XML file',
      },
      { name: 'DocumentType', type: 'Text', category: 'external', description: 'The type of the document' },
      { name: 'Version', type: 'Text', category: 'external', description: 'The version of the XML schema' },
      { name: 'ConformanceLevel', type: 'Text', category: 'external', description: 'The profile of the XML' },
    ],
  },
  {
    name: 'PDF/UA Universal Accessibility Schema',
    uri: pdfUa,
    prefix: 'pdfuaid',
    properties: [{ name: 'part', type: 'Integer', category: 'internal', description: 'The part of ISO 14289' }],
  },
] as const satisfies readonly { name: string; uri: string; prefix: string; properties: readonly Property[] }[]

/** The XMP of a Factur-X document of the profile EN 16931 that also conforms to PDF/UA-1. */
export function facturXMetadata(kind: InvoiceKind): string {
  return `
<rdf:Description rdf:about="" xmlns:fx="${facturX}">
<fx:DocumentType>${documentTypes[kind]}</fx:DocumentType>
<fx:DocumentFileName>${xmlFileName}</fx:DocumentFileName>
<fx:Version>1.0</fx:Version>
<fx:ConformanceLevel>EN 16931</fx:ConformanceLevel>
</rdf:Description>
<rdf:Description rdf:about="" xmlns:pdfuaid="${pdfUa}"><pdfuaid:part>1</pdfuaid:part></rdf:Description>
<rdf:Description rdf:about="" xmlns:pdfaExtension="http://www.aiim.org/pdfa/ns/extension/" xmlns:pdfaSchema="http://www.aiim.org/pdfa/ns/schema#" xmlns:pdfaProperty="http://www.aiim.org/pdfa/ns/property#">
<pdfaExtension:schemas><rdf:Bag>
${schemas.map(schemaOf).join('\n')}
</rdf:Bag></pdfaExtension:schemas>
</rdf:Description>`
}

function schemaOf({ name, uri, prefix, properties }: (typeof schemas)[number]): string {
  return `<rdf:li rdf:parseType="Resource"><pdfaSchema:schema>${name}</pdfaSchema:schema><pdfaSchema:namespaceURI>${uri}</pdfaSchema:namespaceURI><pdfaSchema:prefix>${prefix}</pdfaSchema:prefix><pdfaSchema:property><rdf:Seq>${properties.map(propertyOf).join('')}</rdf:Seq></pdfaSchema:property></rdf:li>`
}

function propertyOf({ name, type, category, description }: Property): string {
  return `<rdf:li rdf:parseType="Resource"><pdfaProperty:name>${name}</pdfaProperty:name><pdfaProperty:valueType>${type}</pdfaProperty:valueType><pdfaProperty:category>${category}</pdfaProperty:category><pdfaProperty:description>${description}</pdfaProperty:description></rdf:li>`
}
