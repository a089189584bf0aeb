import type { MailWriter } from '../platform/mailTexts.ts'
import type { MailMessage } from '../platform/platform.ts'

/**
 * Writes the newsletter about photo books of a year.
 * @param unsubscribeUrl the reader's own link to unsubscribe
 */
export function yearBookMessage(writer: MailWriter, unsubscribeUrl: string): MailMessage {
  const brand = writer.brand.name
  return writer.message({
    subject: writer.text('mail.yearBook.subject'),
    paragraphs: [writer.text('mail.yearBook.text'), writer.text('mail.yearBook.how', { brand })],
    action: { label: writer.text('mail.yearBook.action'), url: `${writer.brand.origin}/my-photos` },
    footer: writer.text('mail.newsletterFooter', { brand, url: unsubscribeUrl }),
    unsubscribeUrl,
  })
}

/** The newsletters that can be sent. The database stores their names, so never rename one. */
export const newsletterLetters = { yearBook: yearBookMessage } as const

export type NewsletterLetter = keyof typeof newsletterLetters
