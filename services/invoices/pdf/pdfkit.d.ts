// What @types/pdfkit lacks.
declare namespace PDFKit.Mixins {
  interface StructureElementOptions {
    /** What a header cell describes. */
    scope?: 'Column' | 'Row'
  }

  interface PDFAttachmentOptions {
    /** The relationship of the file to the document: the key AFRelationship. */
    relationship?: 'Alternative'
  }

  interface PDFFont {
    /** @param font a font of fontkit, which several documents can share */
    registerFont(name: string, font: { readonly postscriptName: string }): this
  }
}
