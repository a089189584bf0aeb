import { act, screen, waitFor, within } from '@testing-library/react'
import { afterEach, describe, expect, test, vi } from 'vitest'
import { closeToast, currentToasts } from '../../../web/ui/toasts.ts'
import { business } from '../invoices/invoiceKit.ts'
import { renderApp } from '../support/renderApp.tsx'
import { type App, book, items, listOf, listQuery, messages, numbers, openBooks, published, titles } from './bookKit.ts'

afterEach(() => {
  for (const { id } of currentToasts()) closeToast(id)
  localStorage.clear()
  vi.useRealTimers()
  vi.restoreAllMocks()
})

const failure = 'Unable to display your online books. Please refresh the page or try again later.'
const textOf = (item: HTMLElement | undefined) => item?.textContent.replaceAll('\u00a0', ' ')
const main = () => within(screen.getByRole('main'))
const choose = async (app: App, title: string, entry: string) => {
  await app.user.click(screen.getByRole('button', { name: `More for ${title}` }))
  await app.user.click(await screen.findByRole('menuitem', { name: entry }))
}

const books = (first: number, last: number) => numbers(first, last).map((number) => book(number))
const confirm = async (app: App, number: number) => {
  await choose(app, `Book ${number}`, 'Delete the online book')
  const dialog = within(await screen.findByRole('alertdialog', { name: `Delete the online book Book ${number}?` }))
  await app.user.click(dialog.getByRole('button', { name: 'Delete' }))
}

describe('the list of online books', () => {
  test('is in the menu of private accounts, and has a title and a skeleton', async () => {
    const app = renderApp('/online-products')
    expect(await screen.findByRole('heading', { level: 1, name: 'My online books' })).toBeDefined()
    expect(screen.getByRole('link', { name: 'My online books', current: 'page' })).toBeDefined()
    expect(main().getByText('Loading')).toBeDefined()
    expect((await app.asked(listQuery)).request.variables).toEqual({ skip: 0 })
  })

  test.each(['/online-products', '/online-products/KS10000001-1'])(
    'does not exist for businesses: %s',
    async (path) => {
      const app = renderApp(path, { claims: business })
      await waitFor(() => expect(app.router.state.location.pathname).toBe('/'))
      expect((await screen.findAllByRole('link', { name: 'Orders' })).length).toBeGreaterThan(0)
      expect(screen.queryByRole('link', { name: 'My online books' })).toBeNull()
      expect([...app.pending(listQuery), ...app.pending('OnlineProductPageQuery')]).toEqual([])
    },
  )

  test('leads to the shop and to the orders while it is empty', async () => {
    const app = renderApp('/online-products')
    await app.answer(listQuery, listOf([]))
    expect(await screen.findByRole('heading', { name: 'No online books yet' })).toBeDefined()
    expect(screen.getByRole('link', { name: /^Go to the shop/ }).getAttribute('target')).toBe('_blank')
    expect(screen.getByRole('link', { name: 'All orders' }).getAttribute('href')).toBe('/orders')
  })

  test('shows the cover, the facts and the actions of each book', async () => {
    await openBooks([book(1, { recipientCount: 3, viewCount: 12, ...published }), book(2)])
    const [first, second] = items()
    expect(first?.querySelector('img')?.getAttribute('src')).toBe('https://images.test/1.jpg')
    expect(textOf(first)).toMatch(
      /^Book 1Ordered on 01 Mar 2026 · 24 pagesShared with 3 people · Public link · Opened 12 times/,
    )
    expect(textOf(second)).toContain('Private: not shared yet')
    const open = main().getByRole('link', { name: /^Open Book 1/ })
    expect([open.getAttribute('href'), open.getAttribute('target'), open.getAttribute('rel')]).toEqual([
      'https://keepsake.test/books/owner-1',
      '_blank',
      'noreferrer',
    ])
    expect(main().getByRole('link', { name: 'Share Book 1' }).getAttribute('href')).toBe(
      '/online-products/KS10000001-1',
    )
    expect(screen.getByText('2 books')).toBeDefined()
  })

  test.each([
    ['PREPARING', 'We are preparing this book. This takes a moment.'],
    ['FAILED', 'The pages of this book could not be made.'],
    ['BLOCKED', 'The order of this book is blocked, so nobody can open the book.'],
  ])('says why a book cannot be opened: %s', async (state, sentence) => {
    await openBooks([book(1, { state, coverUrl: null, ownerUrl: null })])
    expect(textOf(items()[0])).toContain(sentence)
    expect(main().queryByRole('link', { name: /^Open/ })).toBeNull()
    expect(main().queryByRole('link', { name: /^Share/ })).toBeNull()
  })

  test('says how many pages lack their picture', async () => {
    await openBooks([book(1, { missingPageCount: 2 })])
    expect(textOf(items()[0])).toContain('2 pages have no picture, because their photos were deleted before.')
  })

  test('reads a book again while it is being prepared, until it is ready', async () => {
    vi.useFakeTimers({ shouldAdvanceTime: true })
    const app = await openBooks([book(1, { state: 'PREPARING', coverUrl: null, ownerUrl: null })])
    expect(app.pending(listQuery)).toEqual([])
    await act(() => vi.advanceTimersByTimeAsync(3_000))
    await app.answer(listQuery, listOf([book(1)]))
    expect(main().getByRole('link', { name: /^Open Book 1/ })).toBeDefined()
    await act(() => vi.advanceTimersByTimeAsync(60_000))
    expect(app.pending(listQuery)).toEqual([])
  })

  test('says that it cannot be shown, and the retry sends a new request', async () => {
    const app = renderApp('/online-products')
    await app.fail(listQuery)
    expect((await screen.findByRole('alert')).textContent).toContain(failure)
    await app.user.click(screen.getByRole('button', { name: 'Try again' }))
    // The widgets service may fail while the gateway works.
    await app.answer(listQuery, listOf(null))
    expect((await screen.findByRole('alert')).textContent).toContain(failure)
    await app.user.click(screen.getByRole('button', { name: 'Try again' }))
    await app.answer(listQuery, listOf([book(1)]))
    expect(await screen.findByRole('heading', { name: 'Book 1' })).toBeDefined()
  })

  test('has 12 books on a page, whose number is in the address', async () => {
    const app = await openBooks(books(1, 12), 13)
    expect(items()).toHaveLength(12)
    expect(screen.getByText('Books 1 to 12 of 13')).toBeDefined()
    await app.user.click(screen.getByRole('link', { name: 'Next page' }))
    expect((await app.asked(listQuery)).request.variables).toEqual({ skip: 12 })
    await app.answer(listQuery, listOf(books(13, 13), 13))
    expect(await screen.findByText('Books 13 to 13 of 13')).toBe(document.activeElement)
    expect(app.router.state.location.search).toBe('?page=2')
    await act(() => app.router.navigate(-1))
    expect(await screen.findByText('Books 1 to 12 of 13')).toBeDefined()
  })

  test('redirects from a URL beyond the last page to the last page', async () => {
    const app = renderApp('/online-products?page=9')
    await app.answer(listQuery, listOf([], 13), { skip: 96 })
    await app.answer(listQuery, listOf([book(13)], 13), { skip: 12 })
    expect(await screen.findByText('Books 13 to 13 of 13')).toBeDefined()
    expect(app.router.state.location.search).toBe('?page=2')
  })
})

describe('the menu of a book', () => {
  test('copies the public link and the code, and says so only after it has succeeded', async () => {
    const app = await openBooks([book(1, published)])
    const copied = vi.spyOn(navigator.clipboard, 'writeText').mockResolvedValueOnce()
    await choose(app, 'Book 1', 'Copy the link')
    await waitFor(() => expect(messages()).toEqual(['Link copied']))
    expect(copied).toHaveBeenLastCalledWith(published.publicUrl)
    copied.mockRejectedValueOnce(new DOMException('Denied', 'NotAllowedError'))
    await choose(app, 'Book 1', 'Copy the code')
    await waitFor(() => expect(messages()).toHaveLength(2))
    expect(copied).toHaveBeenLastCalledWith(published.embedCode)
    expect(messages()[1]).toBe('Your browser did not allow copying. Select the text and copy it by hand.')
  })

  test('leads to the section of the public link while the book has no public link, and to the order', async () => {
    const app = await openBooks([book(1)])
    await choose(app, 'Book 1', 'Public link and embedding')
    await waitFor(() => expect(app.router.state.location.hash).toBe('#public-link'))
    await act(() => app.router.navigate('/online-products'))
    await app.answer(listQuery, listOf([book(1)]))
    await choose(app, 'Book 1', 'Go to the order')
    await waitFor(() => expect(app.router.state.location.pathname).toBe('/orders/KS10000001'))
  })
})

describe('deleting a book', () => {
  const deleted = { deleteWidget: { __typename: 'DeleteWidgetSuccess', widget: null } }

  test('removes it, moves the focus to the next book, and can be undone', async () => {
    const app = await openBooks([book(1), book(2)])
    await confirm(app, 1)
    expect((await app.asked('deleteBookMutation')).request.variables.input).toEqual({ widgetId: 'book-1' })
    await app.answer('deleteBookMutation', deleted)
    expect(titles()).toEqual(['Book 2'])
    expect(screen.getByText('1 book')).toBeDefined()
    await waitFor(() => expect(document.activeElement?.textContent).toBe('Book 2'))
    await app.answer(listQuery, listOf([book(2)]))
    expect(messages()).toEqual(['Book 1 is deleted. Its links no longer work'])
    await app.user.click(screen.getByRole('button', { name: 'Undo' }))
    const { input } = (await app.asked('restoreBookMutation')).request.variables
    expect(input).toEqual({ productCode: 'KS10000001-1' })
    await app.answer('restoreBookMutation', { createWidget: { __typename: 'CreateWidgetSuccess', widget: book(1) } })
    await app.answer(listQuery, listOf([book(1), book(2)]))
    expect(titles()).toEqual(['Book 1', 'Book 2'])
    expect(messages()).toEqual(['Book 1 is back'])
  })

  test('also removes a book that was removed elsewhere, without Undo', async () => {
    const app = await openBooks([book(1), book(2)])
    await confirm(app, 2)
    await app.answer('deleteBookMutation', { deleteWidget: { __typename: 'WidgetNotFound' } })
    expect(titles()).toEqual(['Book 1'])
    expect(currentToasts().map(({ action }) => action)).toEqual([undefined])
  })

  test('keeps the dialog open with an alert after a failure', async () => {
    const app = await openBooks([book(1)])
    await confirm(app, 1)
    await app.fail('deleteBookMutation')
    const dialog = within(screen.getByRole('alertdialog'))
    expect(await dialog.findByText('Unable to delete the book. Please try again')).toBeDefined()
    expect(items()).toHaveLength(1)
  })

  test.each([
    ['WidgetNotFound', 'Book 1 can no longer be brought back'],
    ['WidgetBlocked', 'Book 1 could not be brought back, because its order is blocked'],
    ['%future added value', 'Book 1 could not be brought back'],
  ])('says why it could not be undone: %s', async (kind, message) => {
    const app = await openBooks([book(1), book(2)])
    await confirm(app, 1)
    await app.answer('deleteBookMutation', deleted)
    await app.user.click(screen.getByRole('button', { name: 'Undo' }))
    await app.answer('restoreBookMutation', { createWidget: { __typename: kind } })
    expect(messages()).toEqual([message])
  })
})
