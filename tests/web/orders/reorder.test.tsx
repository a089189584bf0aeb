import { screen, waitFor, within } from '@testing-library/react'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { assign, cleanUp, installNavigation } from '../print-order/printKit.ts'
import { renderApp } from '../support/renderApp.tsx'
import { type App, buildLine, buildOrder, code, euro, orderAnswer } from './orderKit.ts'

const shopUrl = 'https://www.keepsake.example/reorder/1'

beforeEach(installNavigation)
afterEach(cleanUp)

const entry = (number: number, changes: Record<string, unknown> = {}) => ({
  __typename: 'ReorderLine',
  line: buildLine(number),
  priceThen: euro('10.00'),
  priceNow: euro('10.00'),
  missingPhotosCount: 0,
  skipReason: null,
  ...changes,
})

function checkAnswer(lines: readonly object[] | null) {
  const reorderPreflight = lines && { __typename: 'ReorderPreflight', lines }
  return { viewer: { __typename: 'Viewer', order: { __typename: 'Order', id: 'order-1', reorderPreflight } } }
}

async function openDialog(lines?: readonly object[] | null) {
  const app = renderApp(`/orders/${code}`)
  await app.answer('OrderPageQuery', orderAnswer(buildOrder()))
  await app.user.click(await screen.findByRole('button', { name: 'Order again' }))
  await screen.findByRole('dialog', { name: 'Order again?' })
  if (lines !== undefined) await app.answer('ReorderDialogQuery', checkAnswer(lines))
  return app
}

const dialog = () => within(screen.getByRole('dialog'))
const submit = () => dialog().findByRole<HTMLButtonElement>('button', { name: 'Continue to the shop' })

async function order(app: App, result: Record<string, unknown>) {
  await app.user.click(await submit())
  await app.answer('useReorderMutation', { reorder: result })
}

describe('ordering again', () => {
  test('first shows the price of each line then and now, missing photos, and what is left out', async () => {
    await openDialog([
      entry(1),
      entry(2, { priceNow: euro('12.50'), missingPhotosCount: 1 }),
      entry(3, { priceNow: null }),
      entry(4, { skipReason: 'NOT_SOLD' }),
      entry(5, { skipReason: 'PHOTOS_MISSING' }),
    ])
    const rows = (await dialog().findAllByRole('listitem')).map(({ textContent }) => textContent)
    expect(rows).toEqual([
      '2 × Product 1€10.00 each',
      '2 × Product 2€12.50 each, instead of €10.001 photo is no longer in your library.',
      '2 × Product 3The shop shows the current price.',
      '2 × Product 4Left out: no longer sold.',
      '2 × Product 5Left out: its photos are no longer in your library.',
    ])
  })

  test('opens the basket in the shop, once, however often the button is pressed', async () => {
    const app = await openDialog([entry(1), entry(2, { skipReason: 'NOT_SOLD' })])
    await app.user.click(await submit())
    expect((await app.asked('useReorderMutation')).request.variables).toEqual({ input: { orderId: 'order-1' } })
    expect((await submit()).getAttribute('aria-busy')).toBe('true')
    await app.user.click(await submit())
    expect(app.pending('useReorderMutation')).toHaveLength(1)
    const skippedLines = [{ line: { id: 'line-2' } }]
    await app.answer('useReorderMutation', { reorder: { __typename: 'ReorderSuccess', shopUrl, skippedLines } })
    await waitFor(() => expect(assign.mock.calls).toEqual([[shopUrl]]))
    expect(dialog().queryByText(/not in the basket/)).toBeNull()
  })

  test('keeps the dialog open if more is left out than was announced, and says so', async () => {
    const app = await openDialog([entry(1), entry(2)])
    await order(app, { __typename: 'ReorderSuccess', shopUrl, skippedLines: [{ line: { id: 'line-2' } }] })
    expect(await dialog().findByText(/^1 product is not in the basket/)).toBeTruthy()
    expect(dialog().getByRole('link', { name: 'Open the basket' }).getAttribute('href')).toBe(shopUrl)
    expect(assign).not.toHaveBeenCalled()
  })

  test('is disabled if nothing can be ordered', async () => {
    await openDialog([entry(1, { skipReason: 'NOT_SOLD' })])
    expect((await submit()).disabled).toBe(true)
  })

  test.each([
    ['ReorderUnavailable', { reason: 'ORDER_UNPAID' }, 'The order can be ordered again once it is paid.'],
    ['ReorderUnavailable', { reason: null }, 'We couldn’t fill the basket. Please try again.'],
    ['OrderNotFound', {}, 'We couldn’t fill the basket. Please try again.'],
  ])('explains the result %s %j, and can be tried again', async (type, details, text) => {
    const app = await openDialog([entry(1)])
    await order(app, { __typename: type, ...details })
    expect(await dialog().findByText(text)).toBeTruthy()
    await app.user.click(await submit())
    await app.fail('useReorderMutation')
    expect(await dialog().findByText('We couldn’t fill the basket. Please try again.')).toBeTruthy()
    expect(assign).not.toHaveBeenCalled()
  })

  test('reports a failed check; a retry checks again', async () => {
    const app = await openDialog()
    await app.fail('ReorderDialogQuery')
    const button = await dialog().findByRole('button', { name: 'Try again' })
    await app.user.click(button)
    expect(button.getAttribute('aria-busy')).toBe('true')
    await app.fail('ReorderDialogQuery')
    expect(button.getAttribute('aria-busy')).toBeNull()
    await app.user.click(button)
    // The orders service may fail while the gateway works.
    await app.answer('ReorderDialogQuery', checkAnswer(null))
    await app.user.click(await dialog().findByRole('button', { name: 'Try again' }))
    expect(dialog().queryByRole('button', { name: 'Continue to the shop' })).toBeNull()
    await app.answer('ReorderDialogQuery', checkAnswer([entry(1)]))
    expect(await submit()).toBeTruthy()
  })

  test('is not offered for orders that cannot be ordered again, with the reason', async () => {
    const app = renderApp(`/orders/${code}`)
    const canReorder = { __typename: 'Availability', isAllowed: false, reason: 'NOTHING_TO_ORDER' }
    await app.answer('OrderPageQuery', orderAnswer(buildOrder({ canReorder })))
    expect(await screen.findByText('Nothing of this order can be ordered again.')).toBeTruthy()
    expect(screen.queryByRole('button', { name: 'Order again' })).toBeNull()
  })
})
