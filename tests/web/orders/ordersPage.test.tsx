import { act, screen, waitFor, within } from '@testing-library/react'
import { describe, expect, test } from 'vitest'
import { renderApp } from '../support/renderApp.tsx'
import { buildLine, buildOrder, buildParcel, code, days, ordersAnswer, plain, sendOrderEvent } from './orderKit.ts'

const failure = 'Unable to display orders. Please refresh the page or try again later.'

const untracked = buildParcel(1, { status: 'DISPATCHED', events: [] })

function numbered(count: number) {
  return Array.from({ length: count }, (_, index) => {
    const lines = [buildLine(index, { title: `Book ${index}` })]
    return buildOrder({ id: `order-${index}`, code: `CODE${index}`, lines })
  })
}

async function open(path: string, answer: ReturnType<typeof ordersAnswer>) {
  const app = renderApp(path)
  await app.answer('OrdersPageQuery', answer)
  return app
}

const addressOf = (app: ReturnType<typeof renderApp>) => app.router.state.location.search

describe('the page of orders', () => {
  test('is in the menu, and has tabs, a search and a skeleton; without orders it leads to the shop', async () => {
    const app = renderApp('/orders')
    expect(await screen.findByRole('heading', { level: 1, name: 'Orders' })).toBeTruthy()
    expect(screen.getByRole('link', { name: 'Orders', current: 'page' })).toBeTruthy()
    expect(screen.getByRole('link', { name: 'In progress', current: 'page' })).toBeTruthy()
    expect(screen.getByRole('searchbox', { name: 'Search by order code or product' })).toBeTruthy()
    expect(within(screen.getByRole('main')).getByText('Loading')).toBeTruthy()
    await app.answer('OrdersPageQuery', ordersAnswer([]))
    expect(await screen.findByRole('heading', { name: 'No orders in progress' })).toBeTruthy()
    expect(within(screen.getByRole('main')).getByRole('link', { name: /^Order now/ })).toBeTruthy()
    expect(screen.getByRole('link', { name: 'Search earlier orders' }).getAttribute('href')).toBe(
      '/orders?order_state=history',
    )
  })

  test('asks for the orders that the URL names', async () => {
    const app = renderApp('/orders?order_state=history&page=3&search=mug&year=2025')
    const { variables } = (await app.asked('OrdersPageQuery')).request
    expect(variables).toEqual({ list: 'HISTORY', skip: 20, search: 'mug', year: 2025 })
    expect((await screen.findByRole<HTMLInputElement>('searchbox')).value).toBe('mug')
    expect(screen.getByRole<HTMLSelectElement>('combobox', { name: 'Year' }).value).toBe('2025')
  })

  test('shows what was ordered, its code, its day, its next date and its total', async () => {
    const lines = [buildLine(1), buildLine(2), buildLine(3)]
    await open('/orders', ordersAnswer([buildOrder({ lines })]))
    const item = await screen.findByRole('heading', { level: 2 })
    const card = item.closest('li')
    expect(plain(card?.textContent)).toBe(
      `Product 1 and 2 other productsOrder ${code} · 02 Mar 2026Expected delivery: 9 – 11 Mar 2026Ordered€24.95`,
    )
    expect(within(item).getByRole('link').getAttribute('href')).toBe(`/orders/${code}`)
    expect(card?.querySelectorAll('img')).toHaveLength(3)
  })

  test.each([
    ['AWAITING_PAYMENT', 'Awaiting payment', { payment: 'PENDING' }, 'Waiting for your payment'],
    ['AWAITING_PAYMENT', 'Awaiting payment', { payment: 'FAILED' }, 'The payment failed'],
    ['ORDERED', 'Ordered', { expectedDelivery: null }, null],
    ['IN_PRODUCTION', 'In production', {}, /^Expected delivery/],
    ['SENT', 'Sent', { shipments: [buildParcel(1, { status: 'OUT_FOR_DELIVERY' })] }, 'Out for delivery'],
    ['SENT', 'Sent', { shipments: [buildParcel(1, { status: 'DELIVERED' })] }, 'Delivered'],
    // Without tracking, the arrival is never reported, so an expected date in the past is not shown.
    ['SENT', 'Sent', { expectedDelivery: days('2020-03-09', '2020-03-11'), shipments: [untracked] }, null],
    [
      'SENT',
      'Sent',
      { expectedDelivery: days('2999-03-09', '2999-03-11'), shipments: [untracked] },
      /^Expected delivery/,
    ],
    ['CANCELLED', 'Cancelled', {}, null],
  ])('names the state %s “%s”, with its next date (case %#)', async (status, name, changes, next) => {
    await open('/orders', ordersAnswer([buildOrder({ status, ...changes })]))
    expect((await screen.findByText(name)).dataset['status']).toBe(status)
    const shown = document.querySelector('[data-kind]')?.textContent ?? null
    if (next instanceof RegExp) expect(shown).toMatch(next)
    else expect(shown).toBe(next)
  })

  test('shows ten orders on a page, and links to the others', async () => {
    await open('/orders?page=2', ordersAnswer(numbered(10), 31, true))
    expect(await screen.findByText('Page 2 of 4')).toBeTruthy()
    expect(screen.getByText('31 orders')).toBeTruthy()
    expect(screen.getByRole('link', { name: 'Previous page' }).getAttribute('href')).toBe('/orders')
    expect(screen.getByRole('link', { name: 'Next page' }).getAttribute('href')).toBe('/orders?page=3')
  })

  test('redirects from a page after the last one to the last one', async () => {
    const app = await open('/orders?order_state=history&page=99', ordersAnswer([], 125))
    await app.answer('OrdersPageQuery', ordersAnswer(numbered(5), 125), { skip: 120 })
    expect(addressOf(app)).toBe('?order_state=history&page=13')
    expect(await screen.findByText('Page 13 of 13')).toBeTruthy()
  })

  test('links to the first page from an empty page while the number of pages is unknown', async () => {
    await open('/orders?page=99', ordersAnswer([], null))
    expect(await screen.findByRole('heading', { name: 'There are no orders on page 99' })).toBeTruthy()
    expect(screen.getByRole('link', { name: 'Go to the first page' }).getAttribute('href')).toBe('/orders')
  })

  test('says that the orders could not be loaded, and keeps the search; the retry asks again', async () => {
    const app = renderApp('/orders?search=mug')
    await app.fail('OrdersPageQuery')
    expect((await screen.findByRole('alert')).textContent).toContain(failure)
    expect(screen.getByRole<HTMLInputElement>('searchbox').value).toBe('mug')
    await app.user.click(screen.getByRole('button', { name: 'Try again' }))
    // The orders service may fail while the gateway works.
    await app.answer('OrdersPageQuery', { viewer: { __typename: 'Viewer', orders: null } })
    expect((await screen.findByRole('alert')).textContent).toContain(failure)
    await app.user.click(screen.getByRole('button', { name: 'Try again' }))
    await app.answer('OrdersPageQuery', ordersAnswer([buildOrder()]))
    expect(await screen.findByRole('link', { name: 'Product 1' })).toBeTruthy()
  })

  test('fetches the page again when its events begin, and when an order has changed', async () => {
    const app = await open('/orders', ordersAnswer([buildOrder()]))
    await screen.findByText('Ordered')
    await sendOrderEvent(app, null)
    await app.answer('OrdersPageQuery', ordersAnswer([buildOrder()]))
    await sendOrderEvent(app, code)
    await app.answer('OrdersPageQuery', ordersAnswer([buildOrder({ status: 'IN_PRODUCTION' })]))
    expect(await screen.findByText('In production')).toBeTruthy()
  })
})

describe('the search of orders', () => {
  test('starts a moment after the last key press, and shows the first page; Back leads to the list before the search', async () => {
    const app = await open('/orders?page=2', ordersAnswer(numbered(10), 31, true))
    await screen.findByText('Page 2 of 4')
    await app.user.type(screen.getByRole('searchbox'), 'mug')
    await app.answer('OrdersPageQuery', ordersAnswer(numbered(1)), { search: 'mug' })
    expect(addressOf(app)).toBe('?search=mug')
    await app.user.type(screen.getByRole('searchbox'), 's{Enter}')
    await app.answer('OrdersPageQuery', ordersAnswer([]), { search: 'mugs' })
    expect(await screen.findByRole('heading', { name: 'No orders found' })).toBeTruthy()
    expect(screen.getByRole('link', { name: 'Search earlier orders' }).getAttribute('href')).toBe(
      '/orders?search=mugs&order_state=history',
    )
    await act(() => app.router.navigate(-1))
    await app.answer('OrdersPageQuery', ordersAnswer(numbered(10), 31, true), { skip: 10 })
    await waitFor(() => expect(screen.getByRole<HTMLInputElement>('searchbox').value).toBe(''))
    expect(addressOf(app)).toBe('?page=2')
  })

  test('is kept when a year is chosen while the orders that it finds are still loading', async () => {
    const app = await open('/orders?order_state=history', ordersAnswer(numbered(1)))
    await screen.findByText('1 order')
    await app.user.type(screen.getByRole('searchbox'), 'mug{Enter}')
    await app.asked('OrdersPageQuery', { search: 'mug' })
    await app.user.selectOptions(screen.getByRole('combobox', { name: 'Year' }), '2025')
    await app.answer('OrdersPageQuery', ordersAnswer(numbered(1)), { search: 'mug', year: 2025 })
    expect(addressOf(app)).toBe('?order_state=history&search=mug&year=2025')
  })
})
