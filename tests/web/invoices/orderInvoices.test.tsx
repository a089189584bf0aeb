import { act, screen, within } from '@testing-library/react'
import { afterEach, describe, expect, test, vi } from 'vitest'
import { buildOrder, code, orderAnswer, plain, sendOrderEvent } from '../orders/orderKit.ts'
import { renderApp } from '../support/renderApp.tsx'
import { type InvoiceNode, buildInvoice, business, failField, items } from './invoiceKit.ts'

afterEach(() => {
  vi.useRealTimers()
  localStorage.clear()
})

const section = () => screen.getByRole('region', { name: 'Invoices' })

interface OrderFacts {
  readonly status?: string
  readonly payment?: string
}

/** The answer with the invoices of the order. Null: the service does not know them. */
function answerOf(invoices: readonly InvoiceNode[] | null, facts: OrderFacts = {}) {
  const order = {
    __typename: 'Order',
    id: 'order-1',
    code,
    status: 'ORDERED',
    payment: 'SUCCEEDED',
    ...facts,
    invoices,
  }
  return { viewer: { __typename: 'Viewer', order } }
}

/** Opens the page of an order as a business account. */
async function openOrder(facts: OrderFacts = {}) {
  const app = renderApp(`/orders/${code}`, { claims: business })
  await app.answer('OrderPageQuery', orderAnswer(buildOrder({ ...facts })))
  await screen.findByRole('region', { name: 'Products' })
  return app
}

describe('the invoices on the page of an order', () => {
  test('are shown after the order, which does not wait for them: the invoice, then the credit note', async () => {
    const app = await openOrder({ status: 'CANCELLED' })
    expect(within(section()).getByText('Loading', { exact: true })).toBeTruthy()
    expect(within(section()).getByRole('link', { name: 'All invoices' }).getAttribute('href')).toBe('/invoices')
    const creditNote = buildInvoice(2, { kind: 'CREDIT_NOTE', credits: 'K-1' })
    await app.answer('OrderInvoicesQuery', answerOf([buildInvoice(1), creditNote], { status: 'CANCELLED' }))
    expect((await items()).map((item) => plain(item.textContent))).toEqual([
      'Invoice K-102 Mar 2026€24.95Download PDF Invoice K-1E-invoice (XML) Invoice K-1',
      'Credit note K-202 Mar 2026Cancels invoice K-1-€24.95Download PDF Credit note K-2E-invoice (XML) Credit note K-2',
    ])
    expect(within(section()).getByRole('heading', { level: 3, name: 'Invoice K-1' })).toBeTruthy()
  })

  test('are neither shown to nor requested for a private account', async () => {
    const app = renderApp(`/orders/${code}`)
    await app.answer('OrderPageQuery', orderAnswer(buildOrder()))
    await screen.findByRole('region', { name: 'Products' })
    expect(screen.queryByRole('region', { name: 'Invoices' })).toBeNull()
    expect(app.pending('OrderInvoicesQuery')).toEqual([])
  })

  test.each([
    ['is not paid yet', { status: 'AWAITING_PAYMENT', payment: 'PENDING' }, /^You get the invoice here as soon as/],
    ['could not be paid', { status: 'AWAITING_PAYMENT', payment: 'FAILED' }, /^You get the invoice here as soon as/],
    ['has just been paid', {}, 'The invoice will appear here in a moment.'],
    ['costs nothing', { payment: 'FREE' }, 'There is no invoice for this order.'],
    ['was cancelled unpaid', { status: 'CANCELLED', payment: 'FAILED' }, 'There is no invoice for this order.'],
  ])('say why the order has no invoice: it %s', async (_, facts, text) => {
    const app = await openOrder(facts)
    await app.answer('OrderInvoicesQuery', answerOf([], facts))
    expect(await within(section()).findByText(text)).toBeTruthy()
  })

  test('are not said to be missing if the service does not know which invoices an order has', async () => {
    const app = await openOrder()
    await app.answer('OrderInvoicesQuery', answerOf(null))
    expect(await within(section()).findByText(/^We do not know which invoice belongs to this order\./)).toBeTruthy()
    expect(within(section()).queryByText('There is no invoice for this order.')).toBeNull()
  })

  test('fail on their own, with a retry: the order stays', async () => {
    const app = await openOrder()
    const failure = 'Unable to display invoices. Please refresh the page or try again later.'
    await app.fail('OrderInvoicesQuery')
    expect((await within(section()).findByRole('alert')).textContent).toContain(failure)
    await app.user.click(within(section()).getByRole('button', { name: 'Try again' }))
    await failField(app, 'OrderInvoicesQuery', answerOf(null), ['viewer', 'order', 'invoices'])
    expect((await within(section()).findByRole('alert')).textContent).toContain(failure)
    expect(screen.getByRole('region', { name: 'Products' })).toBeTruthy()
    await app.user.click(within(section()).getByRole('button', { name: 'Try again' }))
    await app.answer('OrderInvoicesQuery', answerOf([buildInvoice(1)]))
    expect(await items()).toHaveLength(1)
    expect(document.activeElement, 'the retry has moved the focus to its part').toBe(
      within(section()).getByRole('heading', { level: 2 }),
    )
  })

  test('follow the order: they are read when it has changed, and again until its invoice is there', async () => {
    const unpaid = { status: 'AWAITING_PAYMENT', payment: 'PENDING' }
    const app = await openOrder(unpaid)
    await app.answer('OrderInvoicesQuery', answerOf([], unpaid))
    await within(section()).findByText(/^You get the invoice here as soon as/)
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
    await sendOrderEvent(app, 'OTHER')
    await act(async () => vi.advanceTimersByTime(60_000))
    expect(app.pending('OrderInvoicesQuery')).toEqual([])
    await sendOrderEvent(app, code)
    await act(async () => vi.advanceTimersByTime(1_000))
    await app.answer('OrderInvoicesQuery', answerOf([]))
    expect(within(section()).getByText('The invoice will appear here in a moment.')).toBeTruthy()
    await act(async () => vi.advanceTimersByTime(2_600))
    await app.answer('OrderInvoicesQuery', answerOf([buildInvoice(1)]))
    expect(within(section()).getByRole('heading', { name: 'Invoice K-1' })).toBeTruthy()
    await act(async () => vi.advanceTimersByTime(600_000))
    expect(app.pending('OrderInvoicesQuery')).toEqual([])
  })

  test('that are not there after a minute are no longer promised, even after the customer returns to the window; the page names customer care', async () => {
    const app = await openOrder()
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
    await app.answer('OrderInvoicesQuery', answerOf([]))
    for (const wait of [2_000, 4_000, 8_000, 16_000, 32_000]) {
      expect(within(section()).getByText('The invoice will appear here in a moment.')).toBeTruthy()
      await act(async () => vi.advanceTimersByTime(wait * 1.25))
      await app.answer('OrderInvoicesQuery', answerOf([]))
    }
    const late = () => within(section()).getByText(/^The invoice is not here yet\./)
    expect(within(late()).getByRole('link', { name: 'Contact customer care' })).toBeTruthy()
    await act(async () => void dispatchEvent(new Event('focus')))
    expect(late()).toBeTruthy()
    await act(async () => vi.advanceTimersByTime(2_600))
    await app.answer('OrderInvoicesQuery', answerOf([buildInvoice(1)]))
    expect(within(section()).getByRole('heading', { name: 'Invoice K-1' })).toBeTruthy()
  })

  test('are read again until the credit note of a cancelled order is there', async () => {
    const cancelled = { status: 'CANCELLED' }
    const app = await openOrder(cancelled)
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
    await app.answer('OrderInvoicesQuery', answerOf([buildInvoice(1)], cancelled))
    await act(async () => vi.advanceTimersByTime(2_600))
    const creditNote = buildInvoice(2, { kind: 'CREDIT_NOTE', credits: 'K-1' })
    await app.answer('OrderInvoicesQuery', answerOf([buildInvoice(1), creditNote], cancelled))
    await act(async () => vi.advanceTimersByTime(600_000))
    expect(app.pending('OrderInvoicesQuery')).toEqual([])
  })
})
