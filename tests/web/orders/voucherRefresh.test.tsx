import { act, screen, within } from '@testing-library/react'
import { afterEach, describe, expect, test, vi } from 'vitest'
import { renderApp } from '../support/renderApp.tsx'
import { type App, buildLine, buildOrder, code, orderAnswer, sendOrderEvent } from './orderKit.ts'

const refresh = 'useVoucherRefreshQuery'
const unknown = 'We do not know whether it can be used.'
const gone = 'It no longer exists.'
const stillUnknown = 'We still do not know whether it can be used. Please try again later.'

const voucher = (state: string, id = 'voucher') => ({
  __typename: 'Voucher',
  id,
  campaignName: null,
  state,
  validUntil: null,
})
const lineWith = (number: number, state: string | null, voucherCode = 'KEEP-20') =>
  buildLine(number, { voucherCode, voucher: state && voucher(state, voucherCode) })

/** Opens an order. @param unread the place of the line whose voucher could not be read; null: all were read */
async function open(changes: Record<string, unknown>, unread: number | null = null): Promise<App> {
  const app = renderApp(`/orders/${code}`)
  const data = orderAnswer(buildOrder(changes))
  if (unread === null) await app.answer('OrderPageQuery', data)
  else await failVoucher(app, 'OrderPageQuery', data, ['viewer', 'order', 'lines', unread])
  await screen.findByRole('region', { name: 'Products' })
  return app
}

/** Answers an operation with an error at the voucher of a line. */
async function failVoucher(app: App, name: string, data: object, line: readonly (string | number)[]): Promise<void> {
  const operation = await app.asked(name)
  const errors = [{ message: 'The service is unavailable.', path: [...line, 'voucher'] }]
  await act(async () => app.environment.mock.resolve(operation, { data: { ...data }, errors }))
}

/** Answers the refresh of a line. Null: the voucher could not be read. */
async function answer(app: App, state: string | null): Promise<void> {
  const data = { node: lineWith(1, state) }
  if (state === null) await failVoucher(app, refresh, data, ['node'])
  else await app.answer(refresh, data)
}

const states = () =>
  within(screen.getByRole('region', { name: 'Products' }))
    .getAllByRole('status')
    .map((status) => status.textContent)

/** Lets the time pass in which a refresh would be requested. */
const later = async () => act(async () => void vi.advanceTimersByTime(60_000))

/** Sends a change of the order while its page is open. */
async function change(app: App, changes: Record<string, unknown>): Promise<void> {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  await sendOrderEvent(app, code)
  await app.answer('OrderPageQuery', orderAnswer(buildOrder(changes)))
}

describe('a voucher that could not be read', () => {
  test('is read again with its product when a button is pressed; the button keeps the focus, and the result is announced', async () => {
    const app = await open({ lines: [lineWith(1, null), lineWith(2, 'USED', 'OTHER')] }, 0)
    expect(states()).toEqual([unknown, 'It was used.'])
    const button = screen.getByRole('button', { name: 'Check KEEP-20 again' })
    await app.user.click(button)
    await answer(app, null)
    expect(states()).toEqual([stillUnknown, 'It was used.'])
    await app.user.click(button)
    await app.fail(refresh)
    expect(states()).toEqual([stillUnknown, 'It was used.'])
    await app.user.click(button)
    expect(states()).toEqual([unknown, 'It was used.'])
    await answer(app, 'RETURNED')
    expect(states()).toEqual(['It was returned: you can use it again.', 'It was used.'])
    expect(document.activeElement).toBe(screen.getByRole('button', { name: 'Check KEEP-20 again' }))
  })

  test('is read once while the button is pressed several times', async () => {
    const app = await open({ lines: [lineWith(1, null)] }, 0)
    const button = screen.getByRole('button', { name: 'Check KEEP-20 again' })
    await app.user.dblClick(button)
    expect(app.pending(refresh)).toHaveLength(1)
  })
})

describe('a voucher that is gone', () => {
  test('is shown as gone, without a button to read it again', async () => {
    await open({ lines: [lineWith(1, null)] })
    expect(states()).toEqual([gone])
    expect(screen.queryByRole('button', { name: /^Check/ })).toBeNull()
  })

  test('is noticed when it is read again: the button disappears, and the heading above gets the focus', async () => {
    const app = await open({ lines: [lineWith(1, null)] }, 0)
    await app.user.click(screen.getByRole('button', { name: 'Check KEEP-20 again' }))
    await app.answer(refresh, { node: lineWith(1, null) })
    expect(states()).toEqual([gone])
    expect(screen.queryByRole('button', { name: /^Check/ })).toBeNull()
    expect(document.activeElement?.textContent).toBe('Products')
  })
})

describe('a voucher whose order has changed', () => {
  afterEach(() => void vi.useRealTimers())

  test('is read again until it has been returned', async () => {
    const app = await open({ lines: [lineWith(1, 'USED')] })
    await change(app, { status: 'CANCELLED', lines: [lineWith(1, 'USED')] })
    await answer(app, 'USED')
    await answer(app, 'RETURNED')
    expect(states()).toEqual(['It was returned: you can use it again.'])
    await later()
    expect(app.pending(refresh)).toEqual([])
  })

  test('is read again until it has been used', async () => {
    const app = await open({ status: 'AWAITING_PAYMENT', payment: 'PENDING', lines: [lineWith(1, 'RESERVED')] })
    await change(app, { lines: [lineWith(1, 'RESERVED')] })
    await answer(app, 'USED')
    expect(states()).toEqual(['It was used.'])
    await later()
    expect(app.pending(refresh)).toEqual([])
  })

  test('is read three times at most', async () => {
    const app = await open({ lines: [lineWith(1, 'USED')] })
    await change(app, { lines: [lineWith(1, 'RESERVED')] })
    for (let attempt = 0; attempt < 3; attempt += 1) await answer(app, 'RESERVED')
    await later()
    expect(app.pending(refresh)).toEqual([])
  })

  test.each([
    ['waits for its payment', { status: 'AWAITING_PAYMENT', payment: 'PENDING', lines: [lineWith(1, 'RESERVED')] }],
    ['was cancelled before', { status: 'CANCELLED', lines: [lineWith(1, 'USED')] }],
    ['is paid, and its voucher used', { lines: [lineWith(1, 'USED')] }],
  ])('is not read again if the order %s', async (_what, order) => {
    const app = await open(order)
    await change(app, order)
    await later()
    expect(app.pending(refresh)).toEqual([])
  })
})
