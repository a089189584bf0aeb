import { act, screen } from '@testing-library/react'
import { afterEach, describe, expect, test, vi } from 'vitest'
import {
  type App,
  answerQuote,
  choose,
  euro,
  field,
  fillAddress,
  inputOf,
  open,
  placeButton,
  type,
} from './orderKit.ts'

afterEach(() => {
  vi.restoreAllMocks()
  localStorage.clear()
  sessionStorage.clear()
})

/** Answers an order. */
async function answerOrder(app: App, result: object) {
  await app.answer('usePlacePrintOrderMutation', { placePrintOrder: result })
}

const placed = (payment: string) => ({
  __typename: 'PlacePrintOrderSuccess',
  orderId: 'order-1',
  orderCode: 'ABC123',
  order: { id: 'order-1', payment },
})

const orderedBefore = (payment: string) => ({ ...placed(payment), __typename: 'PrintBasketOrdered' })

const attemptOf = async (app: App) => (await inputOf(app, 'usePlacePrintOrderMutation')).attemptId

async function place(app: App) {
  await answerQuote(app)
  fillAddress()
  await app.user.click(placeButton())
}

describe('the delivery address', () => {
  test('shows which fields are wrong, with the texts of the specification, and focuses the first', async () => {
    const app = await open()
    await answerQuote(app)
    type('Phone number (optional)', 'x')
    await app.user.click(placeButton())
    for (const text of [
      'Street name must be valid',
      'Street number must be valid',
      'Postal Code must be valid',
      'Phone number must be valid',
    ])
      expect(await screen.findByText(text)).toBeTruthy()
    await expect.poll(() => document.activeElement).toBe(field('Name'))
    // Name and city.
    expect(screen.getAllByText('Please fill in this field')).toHaveLength(2)
    type('Name', 'Anna')
    expect(screen.getAllByText('Please fill in this field')).toHaveLength(1)
    expect(app.pending('usePlacePrintOrderMutation')).toEqual([])
  })

  test('has fields that browsers can fill in, and its country decides the price', async () => {
    const app = await open()
    expect(field('Street name').autocomplete).toMatch(/^section-\S+ shipping address-line1$/)
    expect(field('Postal code').autocomplete).toMatch(/^section-\S+ shipping postal-code$/)
    await answerQuote(app)
    choose('Country', 'NL')
    expect(await inputOf(app, 'usePrintQuoteQuery')).toMatchObject({ country: 'NL' })
  })

  test('that the gateway refuses has its wrong fields marked', async () => {
    const app = await open()
    await place(app)
    await answerOrder(app, { __typename: 'InvalidAddress', fields: [{ field: 'CITY', problem: 'NOT_VALID' }] })
    expect(await screen.findByText('Please check this field')).toBeTruthy()
    await expect.poll(() => document.activeElement).toBe(field('City'))
  })

  test('that the gateway refuses because of a field that is not in the form has a message', async () => {
    const app = await open()
    await place(app)
    await answerOrder(app, { __typename: 'InvalidAddress', fields: [{ field: 'DISTRICT', problem: 'MISSING' }] })
    expect(await screen.findByText('The address could not be saved. Please try again.')).toBeTruthy()
  })
})

describe('the order', () => {
  test('is placed with the total that was shown, and leads to its page when it is paid', async () => {
    const app = await open()
    await place(app)
    expect(await inputOf(app, 'usePlacePrintOrderMutation')).toMatchObject({
      basketId: 'selection-1.0',
      prints: [{ size: '10X15', copies: 1, photoIds: ['a', 'b'] }],
      quotedTotal: euro('4.33'),
      payment: 'SUCCEEDS',
      channel: 'k',
      locale: 'en-GB',
      address: { name: 'Anna de Wit', street: 'Downing Street', houseNumber: '10', country: 'GB' },
    })
    await answerOrder(app, placed('SUCCEEDED'))
    await expect.poll(() => app.router.state.location.pathname).toBe('/orders/ABC123')
  })

  test('is sent only once by a double click', async () => {
    const app = await open()
    await answerQuote(app)
    fillAddress()
    await app.user.dblClick(placeButton())
    expect(app.pending('usePlacePrintOrderMutation')).toHaveLength(1)
  })

  test('that failed can be sent again with the same key, and nothing typed is lost', async () => {
    const app = await open()
    await place(app)
    await app.fail('usePlacePrintOrderMutation')
    expect((await screen.findByRole('alert')).textContent).toContain('Nothing you’ve entered is lost.')
    expect(field('Name').value).toBe('Anna de Wit')
    await app.user.click(placeButton())
    expect(await inputOf(app, 'usePlacePrintOrderMutation')).toMatchObject({ basketId: 'selection-1.0' })
  })

  test('whose price has changed shows the new total before it is ordered', async () => {
    const app = await open()
    await place(app)
    await answerOrder(app, { __typename: 'PrintQuoteChanged', missingPhotoIds: ['a'] })
    expect((await screen.findByRole('alert')).textContent).toContain('because 1 photo is gone')
    expect(await inputOf(app, 'usePrintQuoteQuery')).toMatchObject({ prints: [{ photoIds: ['b'] }] })
    await answerQuote(app, '4.14')
    expect(await screen.findByText('€4.14')).toBeTruthy()
  })

  test('of a selection that was ordered in another tab names that order, and “Order again” has a new key', async () => {
    const app = await open()
    await place(app)
    await answerOrder(app, orderedBefore('SUCCEEDED'))
    expect((await screen.findByRole('alert')).textContent).toMatch(/^Nothing has been ordered now/)
    expect(screen.getByRole('link', { name: 'ABC123' }).getAttribute('href')).toBe('/orders/ABC123')
    expect(app.router.state.location.pathname).toBe('/editor')
    expect(field('Name').value).toBe('Anna de Wit')
    // The button keeps the focus while the new basket is priced.
    expect(document.activeElement).toBe(placeButton('Order again'))
    expect(await inputOf(app, 'usePrintQuoteQuery')).toMatchObject({ basketId: 'selection-1.1' })
    await answerQuote(app)
    await app.user.click(placeButton('Order again'))
    expect(await inputOf(app, 'usePlacePrintOrderMutation')).toMatchObject({ basketId: 'selection-1.1' })
  })

  test('that was placed in another tab and is not paid can be paid here', async () => {
    const app = await open()
    await place(app)
    await answerOrder(app, orderedBefore('FAILED'))
    expect(await screen.findByText('Your order ABC123 has been placed.')).toBeTruthy()
    expect(screen.getByRole('button', { name: 'Pay' })).toBeTruthy()
  })

  test('has the same attempt id when it is repeated, even after a reload, and another id in another tab', async () => {
    const app = await open()
    await place(app)
    const attempt = await attemptOf(app)
    await app.fail('usePlacePrintOrderMutation')
    await app.user.click(placeButton())
    expect(await attemptOf(app)).toBe(attempt)
    await act(async () => app.unmount())
    const reloaded = await open()
    await place(reloaded)
    expect(await attemptOf(reloaded)).toBe(attempt)
    await act(async () => reloaded.unmount())
    // Another tab has its own session storage.
    sessionStorage.clear()
    const otherTab = await open()
    await place(otherTab)
    expect(await attemptOf(otherTab)).not.toBe(attempt)
  })

  test('that was placed is mentioned when the editor is opened again, and “Order again” has a new key', async () => {
    const first = await open()
    await place(first)
    await answerOrder(first, placed('SUCCEEDED'))
    await expect.poll(() => first.router.state.location.pathname).toBe('/orders/ABC123')
    await act(async () => first.unmount())
    const again = await open()
    expect(screen.getByText(/^You have ordered prints of these photos before/)).toBeTruthy()
    expect(await inputOf(again, 'usePrintQuoteQuery')).toMatchObject({ basketId: 'selection-1.1' })
    expect(placeButton('Order again')).toBeTruthy()
  })

  test('whose payment failed can be paid again on the page', async () => {
    const app = await open()
    await answerQuote(app)
    fillAddress()
    await app.user.click(screen.getByRole('radio', { name: 'Fails' }))
    await app.user.click(placeButton())
    expect(await inputOf(app, 'usePlacePrintOrderMutation')).toMatchObject({ payment: 'FAILS' })
    await answerOrder(app, placed('FAILED'))
    expect(await screen.findByText('Your order ABC123 has been placed.')).toBeTruthy()
    expect(screen.getByText('The payment has failed. You can pay again.')).toBeTruthy()
    expect(screen.getByRole('link', { name: 'See the order' }).getAttribute('href')).toBe('/orders/ABC123')
    await app.user.click(screen.getByRole('radio', { name: 'Stays pending' }))
    await app.user.click(screen.getByRole('button', { name: 'Pay' }))
    expect(await inputOf(app, 'usePayOrderMutation')).toEqual({ orderId: 'order-1', payment: 'PENDING' })
    await app.fail('usePayOrderMutation')
    expect((await screen.findByRole('alert')).textContent).toBe(
      'We don’t know whether the payment was made. Please try again: nothing is paid twice.',
    )
    await app.user.click(screen.getByRole('radio', { name: 'Succeeds' }))
    await app.user.click(screen.getByRole('button', { name: 'Pay' }))
    const order = { id: 'order-1', payment: 'SUCCEEDED', status: 'ORDERED' }
    await app.answer('usePayOrderMutation', { payOrder: { __typename: 'PayOrderSuccess', order } })
    await expect.poll(() => app.router.state.location.pathname).toBe('/orders/ABC123')
  })
})

test('what was chosen and typed survives a reload', async () => {
  const first = await open()
  choose('Size of a.jpg', '13X18')
  type('Name', 'Anna de Wit')
  await first.user.click(screen.getByRole('radio', { name: 'Stays pending' }))
  await act(async () => first.unmount())
  await open()
  expect(screen.getByRole<HTMLSelectElement>('combobox', { name: 'Size of a.jpg' }).value).toBe('13X18')
  expect(field('Name').value).toBe('Anna de Wit')
  expect(screen.getByRole<HTMLInputElement>('radio', { name: 'Stays pending' }).checked).toBe(true)
})
