import { escapeText } from '../../platform/markup.ts'
import { toWireMoney } from '../../platform/money.ts'
import type { Buyer, InvoiceDocument } from '../content.ts'
import { type PaidLine, sumOf, type TaxedAmount } from '../paidOrder.ts'
import type { Seller } from '../../platform/brands/brandFile.ts'

/** The texts of the document in the customer's language. */
export interface InvoiceXmlTexts {
  /** The name of the delivery, as a charge. */
  readonly delivery: string
  /** When the amount was paid, or how it is refunded. */
  readonly payment: string
}

/** Codes of UNTDID 1001. */
const typeCodes = { invoice: '380', creditNote: '381' } as const
/** The code of the unit "piece" in UN/ECE Recommendation 20. */
const piece = 'C62'
/** The code of UNTDID 7161 for a delivery. */
const deliveryCode = 'DL'

/**
 * A Cross Industry Invoice (UN/CEFACT D16B) of the profile EN 16931, as Factur-X embeds it. Numbers in comments, such
 * as BT-131, are the terms of EN 16931. The elements have the order of the schema.
 */
export function crossIndustryInvoiceOf(invoice: InvoiceDocument, texts: InvoiceXmlTexts): string {
  const { kind, number, issuedOn, lines, seller, buyer, orderCode } = invoice
  return `<?xml version="1.0" encoding="UTF-8"?>
<rsm:CrossIndustryInvoice xmlns:rsm="urn:un:unece:uncefact:data:standard:CrossIndustryInvoice:100" xmlns:qdt="urn:un:unece:uncefact:data:standard:QualifiedDataType:100" xmlns:ram="urn:un:unece:uncefact:data:standard:ReusableAggregateBusinessInformationEntity:100" xmlns:udt="urn:un:unece:uncefact:data:standard:UnqualifiedDataType:100">
<rsm:ExchangedDocumentContext><ram:GuidelineSpecifiedDocumentContextParameter><ram:ID>urn:cen.eu:en16931:2017</ram:ID></ram:GuidelineSpecifiedDocumentContextParameter></rsm:ExchangedDocumentContext>
<rsm:ExchangedDocument><ram:ID>${textOf(number)}</ram:ID><ram:TypeCode>${typeCodes[kind]}</ram:TypeCode><ram:IssueDateTime>${dateOf('udt', issuedOn)}</ram:IssueDateTime></rsm:ExchangedDocument>
<rsm:SupplyChainTradeTransaction>
${lines.map(lineOf).join('\n')}
<ram:ApplicableHeaderTradeAgreement>
${sellerOf(seller)}
${buyerOf(buyer)}
<ram:SellerOrderReferencedDocument><ram:IssuerAssignedID>${textOf(orderCode)}</ram:IssuerAssignedID></ram:SellerOrderReferencedDocument>
</ram:ApplicableHeaderTradeAgreement>
<ram:ApplicableHeaderTradeDelivery/>
${settlementOf(invoice, texts)}
</rsm:SupplyChainTradeTransaction>
</rsm:CrossIndustryInvoice>
`
}

/**
 * The price (BT-146) is for all pieces of the line together, and their number is given with it (BT-149), because the
 * net price of one piece may not be a whole number of minor units.
 */
function lineOf({ number, productCode, title, quantity, net, vatRate }: PaidLine): string {
  const amount = decimalOf(net)
  return `<ram:IncludedSupplyChainTradeLineItem>
<ram:AssociatedDocumentLineDocument><ram:LineID>${number}</ram:LineID></ram:AssociatedDocumentLineDocument>
<ram:SpecifiedTradeProduct><ram:SellerAssignedID>${textOf(productCode)}</ram:SellerAssignedID><ram:Name>${textOf(title)}</ram:Name></ram:SpecifiedTradeProduct>
<ram:SpecifiedLineTradeAgreement><ram:NetPriceProductTradePrice><ram:ChargeAmount>${amount}</ram:ChargeAmount><ram:BasisQuantity unitCode="${piece}">${quantity}</ram:BasisQuantity></ram:NetPriceProductTradePrice></ram:SpecifiedLineTradeAgreement>
<ram:SpecifiedLineTradeDelivery><ram:BilledQuantity unitCode="${piece}">${quantity}</ram:BilledQuantity></ram:SpecifiedLineTradeDelivery>
<ram:SpecifiedLineTradeSettlement>
<ram:ApplicableTradeTax><ram:TypeCode>VAT</ram:TypeCode>${categoryOf(vatRate)}</ram:ApplicableTradeTax>
<ram:SpecifiedTradeSettlementLineMonetarySummation><ram:LineTotalAmount>${amount}</ram:LineTotalAmount></ram:SpecifiedTradeSettlementLineMonetarySummation>
</ram:SpecifiedLineTradeSettlement>
</ram:IncludedSupplyChainTradeLineItem>`
}

function sellerOf({ name, registration, email, vatId, ...address }: Seller): string {
  return `<ram:SellerTradeParty><ram:Name>${textOf(name)}</ram:Name><ram:SpecifiedLegalOrganization><ram:ID>${textOf(registration)}</ram:ID></ram:SpecifiedLegalOrganization>${addressOf(address)}<ram:URIUniversalCommunication><ram:URIID schemeID="EM">${textOf(email)}</ram:URIID></ram:URIUniversalCommunication><ram:SpecifiedTaxRegistration><ram:ID schemeID="VA">${textOf(vatId)}</ram:ID></ram:SpecifiedTaxRegistration></ram:SellerTradeParty>`
}

function buyerOf({ name, ...address }: Buyer): string {
  return `<ram:BuyerTradeParty><ram:Name>${textOf(name)}</ram:Name>${addressOf(address)}</ram:BuyerTradeParty>`
}

function addressOf({ street, postalCode, city, country }: Omit<Buyer, 'name'>): string {
  const parts = [
    optional('PostcodeCode', postalCode),
    optional('LineOne', street),
    optional('CityName', city),
    optional('CountryID', country),
  ]
  return `<ram:PostalTradeAddress>${parts.join('')}</ram:PostalTradeAddress>`
}

function optional(element: string, text: string | null): string {
  return text === null || text === '' ? '' : `<ram:${element}>${textOf(text)}</ram:${element}>`
}

function settlementOf(invoice: InvoiceDocument, { delivery, payment }: InvoiceXmlTexts): string {
  const { charges, credits, currency, vat } = invoice
  return `<ram:ApplicableHeaderTradeSettlement>
<ram:InvoiceCurrencyCode>${currency}</ram:InvoiceCurrencyCode>
${vat.map(taxOf).join('\n')}
${charges.map((charge) => chargeOf(charge, delivery)).join('\n')}
<ram:SpecifiedTradePaymentTerms><ram:Description>${textOf(payment)}</ram:Description></ram:SpecifiedTradePaymentTerms>
${summationOf(invoice)}
${credits ? `<ram:InvoiceReferencedDocument><ram:IssuerAssignedID>${textOf(credits.number)}</ram:IssuerAssignedID><ram:FormattedIssueDateTime>${dateOf('qdt', credits.issuedOn)}</ram:FormattedIssueDateTime></ram:InvoiceReferencedDocument>` : ''}
</ram:ApplicableHeaderTradeSettlement>`
}

function taxOf({ vatRate, net, tax }: TaxedAmount): string {
  return `<ram:ApplicableTradeTax><ram:CalculatedAmount>${decimalOf(tax)}</ram:CalculatedAmount><ram:TypeCode>VAT</ram:TypeCode><ram:BasisAmount>${decimalOf(net)}</ram:BasisAmount>${categoryOf(vatRate)}</ram:ApplicableTradeTax>`
}

function chargeOf({ vatRate, net }: TaxedAmount, delivery: string): string {
  return `<ram:SpecifiedTradeAllowanceCharge><ram:ChargeIndicator><udt:Indicator>true</udt:Indicator></ram:ChargeIndicator><ram:ActualAmount>${decimalOf(net)}</ram:ActualAmount><ram:ReasonCode>${deliveryCode}</ram:ReasonCode><ram:Reason>${textOf(delivery)}</ram:Reason><ram:CategoryTradeTax><ram:TypeCode>VAT</ram:TypeCode>${categoryOf(vatRate)}</ram:CategoryTradeTax></ram:SpecifiedTradeAllowanceCharge>`
}

/**
 * An invoice is paid before it is issued (BT-113), so nothing is due (BT-115). The amount of a credit note is still to
 * be refunded.
 */
function summationOf({ kind, lines, charges, currency, net, tax, total }: InvoiceDocument): string {
  const prepaid = kind === 'invoice' ? total : 0
  return `<ram:SpecifiedTradeSettlementHeaderMonetarySummation>
<ram:LineTotalAmount>${decimalOf(sumOf(lines).net)}</ram:LineTotalAmount>
<ram:ChargeTotalAmount>${decimalOf(sumOf(charges).net)}</ram:ChargeTotalAmount>
<ram:AllowanceTotalAmount>0.00</ram:AllowanceTotalAmount>
<ram:TaxBasisTotalAmount>${decimalOf(net)}</ram:TaxBasisTotalAmount>
<ram:TaxTotalAmount currencyID="${currency}">${decimalOf(tax)}</ram:TaxTotalAmount>
<ram:GrandTotalAmount>${decimalOf(total)}</ram:GrandTotalAmount>
<ram:TotalPrepaidAmount>${decimalOf(prepaid)}</ram:TotalPrepaidAmount>
<ram:DuePayableAmount>${decimalOf(total - prepaid)}</ram:DuePayableAmount>
</ram:SpecifiedTradeSettlementHeaderMonetarySummation>`
}

/** The VAT category (UNTDID 5305) is S, standard, for every rate but zero. */
function categoryOf(vatRate: string): string {
  const category = Number(vatRate) === 0 ? 'Z' : 'S'
  return `<ram:CategoryCode>${category}</ram:CategoryCode><ram:RateApplicablePercent>${vatRate}</ram:RateApplicablePercent>`
}

function dateOf(namespace: 'udt' | 'qdt', day: string): string {
  return `<${namespace}:DateTimeString format="102">${day.replaceAll('-', '')}</${namespace}:DateTimeString>`
}

function decimalOf(minorUnits: number): string {
  return toWireMoney({ minorUnits, currency: 'EUR' }).amount
}

/** Escapes text. Control characters, and characters that XML does not allow, become spaces. */
function textOf(text: string): string {
  return escapeText(text.toWellFormed().replaceAll(/[\p{Cc}\ufffe\uffff]/gu, ' '))
}
