import { screen, within } from '@testing-library/react'
import { currentToasts } from '../../../web/ui/toasts.ts'
import { renderApp } from '../support/renderApp.tsx'

export type App = ReturnType<typeof renderApp>

/** An online book as the gateway returns it. */
export function book(number: number, own: Record<string, unknown> = {}) {
  return {
    __typename: 'Widget',
    id: `book-${number}`,
    productCode: `KS10000001-${number}`,
    orderCode: 'KS10000001',
    order: { __typename: 'Order', id: 'order-1', placedAt: '2026-03-01T12:00:00Z' },
    title: `Book ${number}`,
    state: 'READY',
    pageCount: 24,
    missingPageCount: 0,
    createdAt: '2026-03-02T12:00:00Z',
    restorableUntil: null,
    coverUrl: `https://images.test/${number}.jpg`,
    ownerUrl: `https://keepsake.test/books/owner-${number}`,
    publicUrl: null,
    embedCode: null,
    recipientCount: 0,
    viewCount: 0,
    links: [],
    ...own,
  }
}

/** A book that has a public link. */
export const published = {
  publicUrl: 'https://keepsake.test/books/public',
  embedCode: '<iframe src="https://keepsake.test/books/public/embed" sandbox="allow-scripts"></iframe>',
}

/** The link of a recipient. */
export function link(number: number, own: Record<string, unknown> = {}) {
  return {
    __typename: 'WidgetLink',
    id: `link-${number}`,
    kind: 'RECIPIENT',
    recipientEmail: `reader${number}@example.com`,
    createdAt: '2026-03-05T12:00:00Z',
    expiresAt: '2026-06-03T12:00:00Z',
    state: 'SENT',
    notSentReason: null,
    viewCount: 0,
    ...own,
  }
}

/** The numbers from `first` to `last`, both included. */
export function numbers(first: number, last: number): number[] {
  return Array.from({ length: last - first + 1 }, (_, index) => first + index)
}

export const listQuery = 'OnlineProductsPageQuery'
export const bookQuery = 'OnlineProductPageQuery'
export const galleryQuery = 'GallerySectionQuery'

/** An answer of the list's query. */
export function listOf(books: readonly object[] | null, totalCount = books?.length ?? 0) {
  const edges = books?.map((node) => ({ node }))
  return { viewer: { __typename: 'Viewer', widgets: books && { totalCount, edges } } }
}

/** An answer of the query of a book's page. */
export function answerOf(shown: object | null) {
  const customer = { __typename: 'Customer', id: 'customer-1', firstName: 'Anna', lastName: 'Berg' }
  return { viewer: { __typename: 'Viewer', email: 'anna@example.com', customer, widget: shown } }
}

const categories = [
  { __typename: 'GalleryCategory', id: 'family', name: 'Family' },
  { __typename: 'GalleryCategory', id: 'travel', name: 'Travel' },
]

/** An entry of the gallery as the gateway returns it. */
export function entry(own: Record<string, unknown> = {}) {
  return {
    __typename: 'GalleryEntry',
    id: 'entry-1',
    title: 'Our year',
    description: 'Twelve months.',
    version: '1',
    publishedAt: '2026-03-06T12:00:00Z',
    bookUrl: 'https://keepsake.test/books/gallery',
    categories: [categories[0]],
    ...own,
  }
}

/** An answer of the gallery's query. */
export function galleryOf(galleryEntry: object | null) {
  const widget = { __typename: 'Widget', id: 'book-1', title: 'Book 1', galleryEntry }
  return { viewer: { __typename: 'Viewer', widget, galleryCategories: categories } }
}

/** Opens the list with these books. */
export async function openBooks(books: readonly object[], totalCount = books.length, path = '/online-products') {
  const app = renderApp(path)
  await app.answer(listQuery, listOf(books, totalCount))
  await screen.findByRole('list', { name: 'My online books' })
  return app
}

/** Opens the page of a book. @param galleryEntry undefined: the gallery does not answer */
export async function openBook(shown: object, galleryEntry?: object | null, hash = '') {
  const app = renderApp(`/online-products/KS10000001-1${hash}`)
  await app.answer(bookQuery, answerOf(shown))
  if (galleryEntry !== undefined) await app.answer(galleryQuery, galleryOf(galleryEntry))
  await screen.findByRole('heading', { level: 2, name: 'Book 1' })
  return app
}

/** The items of the list, even while a dialog hides them from screen readers. */
export function items(): HTMLElement[] {
  const list = screen.getByRole('list', { name: 'My online books', hidden: true })
  return within(list).getAllByRole('listitem', { hidden: true })
}

/** The titles of the shown books. */
export function titles(): (string | null)[] {
  return items().map((item) => within(item).getByRole('heading', { hidden: true }).textContent)
}

/** The messages of the toasts. */
export function messages(): string[] {
  return currentToasts().map(({ message }) => message)
}
