import { withoutLinks } from '../../platform/mailLinks.ts'
import type { MailTexts, MailWriter } from '../../platform/mailTexts.ts'
import type { MailMessage, MailPicture, Platform } from '../../platform/platform.ts'
import { pictureKey } from '../pictures.ts'

/** The content of a mail with a link. */
export interface ShareLetter {
  readonly senderName: string
  readonly message: string | null
  readonly title: string
  readonly expires: Date
  /** The address of the book, below the origin of the brand's site. */
  readonly path: string
  /**
   * The path of the page on which the recipient stops such mails, below the origin of the brand's site. Null in a
   * preview.
   */
  readonly stopPath: string | null
  readonly cover: MailPicture | null
}

/** The recipient and the language of a mail with a link. */
interface ShareReader {
  /** Empty in a preview. */
  readonly email: string
  readonly brand: string | null
  readonly locale: string | null
}

/** Writes the mail with which a customer shares a book. */
export async function writeShareMail(
  mailTexts: MailTexts,
  reader: ShareReader,
  letter: ShareLetter,
): Promise<MailMessage> {
  return shareMessage(await mailTexts.writerFor({ ...reader, name: null }), letter)
}

/** The mail with which a customer shares a book, in the language of the writer. */
export function shareMessage(writer: MailWriter, letter: ShareLetter): MailMessage {
  const { senderName: name, message, cover, stopPath } = letter
  const title = withoutLinks(letter.title)
  const stopUrl = stopPath === null ? undefined : `${writer.brand.origin}${stopPath}`
  return writer.message({
    subject: writer.text('mail.bookShare.subject', { name }),
    paragraphs: [writer.text('mail.bookShare.shared', { name, title })],
    ...(message === null ? {} : { quotation: withoutLinks(message) }),
    ...(cover ? { picture: { attached: cover, text: writer.text('mail.bookShare.cover', { title }) } } : {}),
    action: { label: writer.text('mail.bookShare.open'), url: `${writer.brand.origin}${letter.path}` },
    closing: [writer.text('mail.bookShare.expires', { date: writer.date(letter.expires) })],
    footer: writer.text('mail.bookShare.footer', {
      name,
      brand: writer.brand.name,
      url: stopUrl ?? `${writer.brand.origin}/books/stop/…`,
    }),
    ...(stopUrl === undefined ? {} : { unsubscribeUrl: stopUrl }),
  })
}

/** Reads the cover of a book as a picture for a mail. Null if the book has no cover picture, or its file is missing. */
export async function readCover(
  { blobs }: Pick<Platform, 'blobs'>,
  book: { readonly accountId: string; readonly code: string },
): Promise<MailPicture | null> {
  const chunks = await blobs.chunks(pictureKey(book, 1, 300))
  if (!chunks) return null
  const parts: Buffer[] = []
  // Each chunk is valid only until the next one, so it is copied.
  for await (const chunk of chunks) parts.push(Buffer.from(chunk))
  return { id: 'cover', contentType: 'image/jpeg', content: Buffer.concat(parts).toString('base64') }
}

/** The HTML of a mail, to be shown as a page. The pictures are in the HTML itself. */
export function standaloneHtml({ html = '', pictures = [] }: MailMessage): string {
  return pictures.reduce(
    (whole, { id, contentType, content }) => whole.replaceAll(`cid:${id}`, `data:${contentType};base64,${content}`),
    html,
  )
}
