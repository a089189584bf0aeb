import type { z } from 'zod'
import type { galleryEntrySchema, linkSchema, widgetSchema } from '../../services/widgets/wireSchemas.ts'
import { orderCodeOf } from './purchases.ts'

/** An online book, a link and an entry of the gallery in a test, as our own service sends them. */
export type FakeWidget = z.infer<typeof widgetSchema>
export type FakeLink = z.infer<typeof linkSchema>
export type FakeEntry = z.infer<typeof galleryEntrySchema>

/** The online books of one customer. */
export class FakeWidgets {
  widgets: FakeWidget[] = []
  links: FakeLink[] = []
  entries: FakeEntry[] = []
}

/** The id of the link of each fake book. */
export const fakeLinkId = '018f3c1a-0000-7000-8000-00000000001c'

/** The code of the book of the order with this number. */
export const widgetCodeOf = (order: number) => `${orderCodeOf(order)}-1`

/** Builds the book of the order with this number. */
export function buildWidget(order: number, own: Partial<FakeWidget> = {}): FakeWidget {
  return {
    widgetId: widgetCodeOf(order),
    productCode: widgetCodeOf(order),
    orderCode: orderCodeOf(order),
    title: `Book ${order}`,
    state: 'ready',
    pagesCount: 24,
    missingPagesCount: 0,
    created: '2026-03-01T10:00:00.000Z',
    restorableUntil: null,
    coverUrl: 'https://files.test/cover.jpg',
    ownerUrl: 'https://books.test/books/o.1',
    publicUrl: null,
    recipientsCount: 1,
    viewsCount: 5,
    ...own,
  }
}

/** Builds a link to a recipient. */
export function buildLink(own: Partial<FakeLink> = {}): FakeLink {
  return {
    linkId: fakeLinkId,
    kind: 'recipient',
    url: 'https://books.test/books/1',
    recipientEmail: 'd@example.com',
    fromName: 'Anna',
    created: '2026-03-01T10:00:00.000Z',
    expires: '2026-06-01T10:00:00.000Z',
    state: 'sent',
    reason: null,
    viewsCount: 3,
    ...own,
  }
}

/** Builds the entry of the book of the order with this number. */
export function buildEntry(order: number, own: Partial<FakeEntry> = {}): FakeEntry {
  return {
    widgetId: widgetCodeOf(order),
    channel: 'k',
    title: 'Our holiday',
    description: 'Two weeks in Norway',
    categoryIds: ['travel'],
    version: 1,
    published: '2026-03-01T10:00:00.000Z',
    bookUrl: 'https://books.test/books/2',
    ...own,
  }
}
