import { z } from 'zod'
import { linkKinds } from './tables.ts'

const count = z.number().int()
const instant = z.iso.datetime()

/** Why the mail with a link was not sent. */
export const mailReasons = [
  'REFUSED_ADDRESS',
  'STOPPED_BY_RECIPIENT',
  'TOO_MANY_MAILS',
  'MAIL_SERVER_UNAVAILABLE',
] as const

export const widgetSchema = z
  .object({
    widgetId: z.string().describe('The code of the ordered line, such as `KS10000001-2`.'),
    productCode: z
      .string()
      .describe('The same value as `widgetId`, under the name that the specification uses elsewhere.'),
    orderCode: z.string().describe('The code of the super order.'),
    title: z.string(),
    state: z
      .enum(['preparing', 'ready', 'failed', 'blocked', 'deleted'])
      .describe(
        '`preparing`: pictures are being copied. `failed`: no picture could be copied. `blocked`: the retailer has blocked the order. `deleted`: the widget can be restored.',
      ),
    pagesCount: count.describe('With the cover.'),
    missingPagesCount: count.describe('Pages whose picture was lost before it could be copied.'),
    created: instant,
    restorableUntil: instant.nullable().describe('Null: the widget is not deleted.'),
    coverUrl: z
      .string()
      .nullable()
      .describe('A signed URL of the cover, 300 pixels wide. Null until the book is ready.'),
    ownerUrl: z
      .string()
      .nullable()
      .describe('With this address, the owner can open the book for an hour. Null: the book is not ready.'),
    publicUrl: z.string().nullable().describe('Null: the book has no public link.'),
    recipientsCount: count.describe('Recipients whose links work.'),
    viewsCount: count.describe('The views of all links, including those that have ended.'),
  })
  .meta({ id: 'Widget', description: 'An online book (decision 0540).' })

export const linkSchema = z
  .object({
    linkId: z.uuid(),
    kind: z.enum(linkKinds),
    url: z.string().nullable().describe('The address of the book. Null: the link has expired or ended.'),
    recipientEmail: z.string().nullable(),
    fromName: z.string().nullable(),
    created: instant,
    expires: instant.nullable().describe('Null: the link does not expire.'),
    state: z
      .enum(['sending', 'sent', 'notSent', 'active', 'expired', 'ended'])
      .describe(
        '`sending`, `sent` and `notSent` are about the mail to the recipient. Links that are not mailed are `active`.',
      ),
    reason: z.enum(mailReasons).nullable().describe('Why the mail was not sent.'),
    viewsCount: count,
  })
  .meta({ id: 'Link', description: 'A link with which others open a book.' })

export const galleryEntrySchema = z
  .object({
    widgetId: z.string(),
    channel: z.string(),
    title: z.string(),
    description: z.string(),
    categoryIds: z.array(z.string()),
    version: count.describe('For If-Match.'),
    published: instant,
    bookUrl: z.string().nullable().describe('Null: the book is not shown, because it is blocked or deleted.'),
  })
  .meta({ id: 'GalleryEntry', description: 'The entry of a book in the gallery of a shop.' })
