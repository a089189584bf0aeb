// What @types/pdfkit lacks.
declare namespace PDFKit.Mixins {
  interface StructureElementOptions {
    /** What a header cell describes. */
    scope?: 'Column' | 'Row'
  }

  interface PDFAttachmentOptions {
    /** What the file is to the document: the key AFRelationship. */
    relationship?: 'Alternative'
  }

  interface PDFFont {
    registerFont(name: string, font: import('fontkit').Font): this
  }
}
