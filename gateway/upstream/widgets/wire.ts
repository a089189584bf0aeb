import { z } from 'zod'
import { count, date, link, opaque } from '../wireParts.ts'
import { wireSchema } from '../wireSchema.ts'

const text = z.string().nullish()

const widget = z.object({
  widgetId: opaque,
  orderCode: opaque,
  title: z.string(),
  state: z.string(),
  pagesCount: count,
  missingPagesCount: count,
  created: z.string(),
  restorableUntil: text,
  coverUrl: link.nullish(),
  ownerUrl: link.nullish(),
  publicUrl: link.nullish(),
  recipientsCount: count,
  viewsCount: count,
})

/** An online book. */
export type WireWidget = z.infer<typeof widget>

/** Schema of one book. */
export const wireWidget = wireSchema(widget)

/** Schema of books that were found by the codes of their orders or lines. */
export const wireFoundWidgets = wireSchema(z.object({ widgets: z.array(widget) }))

/** Schema of a page of the list, with the number of books on all pages. */
export const wireWidgetPage = wireSchema(z.object({ widgets: z.array(widget), totalCount: count }))

const widgetLink = z.object({
  linkId: opaque,
  kind: z.string(),
  url: link.nullish(),
  recipientEmail: text,
  fromName: text,
  created: z.string(),
  expires: text,
  state: z.string(),
  reason: text,
  viewsCount: count,
})

/** A link to a book. */
export type WireWidgetLink = z.infer<typeof widgetLink>

/** Schema of one link. */
export const wireWidgetLink = wireSchema(widgetLink)

/** Schema of the links of a book. */
export const wireWidgetLinks = wireSchema(z.object({ links: z.array(widgetLink) }))

/** Schema of the mail with a link. */
export const wireWidgetMail = wireSchema(z.object({ subject: z.string(), html: z.string(), text: z.string() }))

/** The mail with a link. */
export type WireWidgetMail = z.infer<typeof wireWidgetMail.zod>

const galleryEntry = z.object({
  widgetId: opaque,
  channel: z.string(),
  title: z.string(),
  description: z.string(),
  categoryIds: z.array(opaque),
  version: opaque,
  published: z.string(),
  bookUrl: link.nullish(),
})

/** The entry of a book in the gallery of a shop. */
export type WireGalleryEntry = z.infer<typeof galleryEntry>

/** Schema of one entry. */
export const wireGalleryEntry = wireSchema(galleryEntry)

/** Schema of the entries of several books. */
export const wireGalleryEntries = wireSchema(z.object({ entries: z.array(galleryEntry) }))

const category = z.object({ id: opaque, name: z.string() })

/** A category of the gallery. */
export type WireGalleryCategory = z.infer<typeof category>

/** Schema of the categories. */
export const wireGalleryCategories = wireSchema(z.object({ categories: z.array(category) }))

/** Schema of the answer that says whether an order is blocked. */
export const wireBlockedOrder = wireSchema(z.object({ isBlocked: z.boolean() }))

const bookPage = z.object({ number: z.int32(), takenOn: date.nullish(), hasPicture: z.boolean() })

/** A page of a book, as its readers see it. */
export type WireBookPage = z.infer<typeof bookPage>

/** Schema of what the readers of a book see. */
export const wireBook = wireSchema(z.object({ title: z.string(), pages: z.array(bookPage) }))

/** What the readers of a book see. */
export type WireBook = z.infer<typeof wireBook.zod>
