import { globalId } from '../../support/globalIds.ts'
import { orderCodeOf } from '../../support/purchases.ts'
import { anna, bram } from '../../support/tokens.ts'
import type { Upstreams } from '../../support/upstream.ts'
import { fakeBookToken } from '../../support/upstreamWidgets.ts'
import { buildEntry, buildLink, buildWidget, fakeLinkId, widgetCodeOf } from '../../support/widgets.ts'
import { type Operation, unauthenticated } from './operation.ts'

/** Gives Anna and Bram an online book for each of their orders. Anna's has a link and an entry in the gallery. */
export function fillWidgets(upstreams: Upstreams): void {
  upstreams.clearWidgets()
  const ofAnna = { widgets: [buildWidget(1)], links: [buildLink()], entries: [buildEntry(1)] }
  Object.assign(upstreams.widgets(anna), ofAnna)
  upstreams.widgets(bram).widgets = [buildWidget(9)]
}

/** The state of Anna's books. */
export function widgetsOf(upstreams: Upstreams): unknown {
  const { widgets, links, entries } = upstreams.widgets(anna)
  return [widgets.map(({ state }) => state), links.map(({ state }) => state), entries.map(({ version }) => version)]
}

/** What `widgetsOf` returns while no operation has changed Anna's books. */
export const untouchedWidgets = [['ready'], ['sent'], [1]]

/** The global ids of Anna's book, of its link and of its entry. */
export const widgetIds = {
  widget: globalId('Widget', widgetCodeOf(1)),
  widgetLink: globalId('WidgetLink', JSON.stringify([widgetCodeOf(1), fakeLinkId])),
  galleryEntry: globalId('GalleryEntry', JSON.stringify([widgetCodeOf(1), 'k'])),
} as const

/** Fields of the viewer: all books, and Anna's book. The orders are those of purchaseRows.ts. */
export const viewerFields = `widgets { totalCount edges { node { title order { code } } } }
  widget(productCode: "${widgetCodeOf(1)}") { title links { recipientEmail } galleryEntry(channel: "k") { title } }
  galleryCategories { id } withBooks: orders { edges { node { isBlocked lines { widget { title } } } } }`

const galleryCategories = [{ id: 'travel' }, { id: 'family' }]

function shownTo(order: number, isPrivate: boolean) {
  const title = `Book ${order}`
  const edges = [{ node: { title, order: { code: orderCodeOf(order) } } }]
  const own = { title, links: [{ recipientEmail: 'd@example.com' }], galleryEntry: { title: 'Our holiday' } }
  const line = { widget: isPrivate ? { title } : null }
  return {
    widgets: isPrivate ? { totalCount: 1, edges } : null,
    widget: isPrivate && order === 1 ? own : null,
    galleryCategories: isPrivate ? galleryCategories : null,
    withBooks: { edges: [{ node: { isBlocked: isPrivate ? false : null, lines: [line] } }] },
  }
}

const ofCees = { widgets: { totalCount: 0, edges: [] }, widget: null, galleryCategories, withBooks: { edges: [] } }

/** The expected results for each customer, with a private account and with a business account. */
export const shownWidgets = {
  private: { anna: shownTo(1, true), bram: shownTo(9, true), cees: ofCees },
  business: { anna: shownTo(1, false), bram: shownTo(9, false) },
} as const

/** The fields requested from the nodes. */
export const nodeFields = `... on Widget { productCode } ... on WidgetLink { recipientEmail }
  ... on GalleryEntry { bookUrl }`

/** The nodes, with the expected results for Anna. */
export const ownNodes = {
  widget: { productCode: widgetCodeOf(1) },
  widgetLink: { recipientEmail: 'd@example.com' },
  galleryEntry: { bookUrl: 'https://books.test/books/2' },
} as const

/** A mutation that succeeds only for the owner of the book, and only with a private account. */
function mutation(field: string, variable: string, text: string, own: unknown): Operation {
  const refused = { [field]: { code: 'NOT_FOUND' } }
  return {
    kind: 'mutation',
    query: `mutation ${variable} { ${field}(input: { ${text} ... on UserError { code } } }`,
    own: { [field]: own },
    ofBram: refused,
    ofCees: refused,
    ownOfBusiness: refused,
    ofBramsBusiness: refused,
    anonymous: unauthenticated,
  }
}

const widget = '($widget: ID!)'
const mail = 'widgetId: $widget, senderName: "Anna", message: "Hi", channel: "k", locale: "en-GB"'
const texts = 'title: "Norway", description: "", categoryIds: ["travel"]'
const book = { book: { title: 'Book 1', pageCount: 1 } }

/** The operations on online books, by root field. */
export const widgetOperations: Record<string, Operation> = {
  'Query.book': {
    kind: 'query',
    query: `{ book(token: "${fakeBookToken}") { title pageCount } }`,
    own: book,
    ofBram: book,
    ofCees: book,
    anonymous: { data: book, codes: [] },
    anonymousCalls: [`/v1/books/${fakeBookToken}`],
  },
  'Mutation.createWidget': mutation(
    'createWidget',
    '',
    `productCode: "${widgetCodeOf(1)}" }) { ... on CreateWidgetSuccess { widget { title } }`,
    { widget: { title: 'Book 1' } },
  ),
  'Mutation.deleteWidget': mutation(
    'deleteWidget',
    widget,
    'widgetId: $widget }) { ... on DeleteWidgetSuccess { widget { state } }',
    { widget: { state: 'DELETED' } },
  ),
  'Mutation.shareWidget': mutation(
    'shareWidget',
    widget,
    `${mail}, recipientEmail: "e@example.com" }) { ... on ShareWidgetSuccess { link { recipientEmail } }`,
    { link: { recipientEmail: 'e@example.com' } },
  ),
  'Mutation.previewWidgetMail': mutation(
    'previewWidgetMail',
    widget,
    `${mail} }) { ... on PreviewWidgetMailSuccess { subject text }`,
    { subject: 'Anna shares a book', text: 'Hi' },
  ),
  'Mutation.endWidgetLink': mutation(
    'endWidgetLink',
    '($widgetLink: ID!)',
    'linkId: $widgetLink }) { ... on EndWidgetLinkSuccess { widget { links { state } } }',
    { widget: { links: [{ state: 'ENDED' }] } },
  ),
  'Mutation.createPublicWidgetLink': mutation(
    'createPublicWidgetLink',
    widget,
    'widgetId: $widget }) { ... on CreatePublicWidgetLinkSuccess { link { kind } }',
    { link: { kind: 'PUBLIC' } },
  ),
  'Mutation.createGalleryEntry': mutation(
    'createGalleryEntry',
    widget,
    `widgetId: $widget, channel: "k2", ${texts} }) { ... on CreateGalleryEntrySuccess { galleryEntry { channel } }`,
    { galleryEntry: { channel: 'k2' } },
  ),
  'Mutation.updateGalleryEntry': mutation(
    'updateGalleryEntry',
    '($galleryEntry: ID!)',
    `galleryEntryId: $galleryEntry, ${texts} }) { ... on UpdateGalleryEntrySuccess { galleryEntry { title } }`,
    { galleryEntry: { title: 'Norway' } },
  ),
  'Mutation.deleteGalleryEntry': mutation(
    'deleteGalleryEntry',
    '($galleryEntry: ID!)',
    `galleryEntryId: $galleryEntry }) { ... on DeleteGalleryEntrySuccess { widget { galleryEntry(channel: "k") { id } } }`,
    { widget: { galleryEntry: null } },
  ),
}
