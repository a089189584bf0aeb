import { act, fireEvent, screen, within } from '@testing-library/react'
import { afterEach, describe, expect, test, vi } from 'vitest'
import { photo } from '../support/photos.ts'
import { renderApp } from '../support/renderApp.tsx'
import { address, selection } from './selection.ts'

afterEach(() => {
  vi.restoreAllMocks()
  localStorage.clear()
  sessionStorage.clear()
})

const euro = (amount: string) => ({ amount, currency: 'EUR' })

function quote(total = '4.33', own: object = {}) {
  return {
    viewer: {
      printQuote: {
        sizes: [
          { size: '10X15', unitPrice: euro('0.19') },
          { size: '20X30', unitPrice: euro('1.99') },
        ],
        lines: [{ size: '10X15', quantity: 2, total: euro('0.38') }],
        voucher: null,
        discount: euro('0.00'),
        delivery: euro('3.95'),
        vatRate: '21.00',
        tax: euro('0.75'),
        total: euro(total),
        ...own,
      },
    },
  }
}

const photos = [photo('a'), photo('b'), photo('tiny', { width: 200, height: 100 })]

async function open(width?: number) {
  const app = renderApp(address, width === undefined ? {} : { width })
  await app.answer('EditorPageQuery', selection(photos))
  await screen.findByText('3 photos')
  return app
}

type App = Awaited<ReturnType<typeof open>>

const inputOf = async (app: App, name: string) => (await app.asked(name)).request.variables['input']
const answerQuote = async (app: App, ...given: Parameters<typeof quote>) =>
  app.answer('usePrintQuoteQuery', quote(...given))
const field = (name: string) => screen.getByLabelText<HTMLInputElement>(name)
const type = (name: string, value: string) => fireEvent.change(field(name), { target: { value } })
const choose = (name: string, value: string) =>
  fireEvent.change(screen.getByRole('combobox', { name }), { target: { value } })
const placeButton = () => screen.getByRole<HTMLButtonElement>('button', { name: 'Place order' })

function fillAddress() {
  type('Name', 'Anna de Wit')
  type('Street', 'Lindengracht')
  type('House number', '12')
  type('City', 'Amsterdam')
  type('Postal code', '1015 KH')
}

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

async function place(app: App) {
  await answerQuote(app)
  fillAddress()
  await app.user.click(placeButton())
}

describe('the prints', () => {
  test('are one of each sharp photo at first, and are priced together', async () => {
    const app = await open()
    expect(await inputOf(app, 'usePrintQuoteQuery')).toEqual({
      basketId: 'selection-1.0',
      country: 'GB',
      prints: [{ size: '10X15', copies: 1, photoIds: ['a', 'b'] }],
      voucherCode: null,
    })
    expect(placeButton().disabled).toBe(true)
    await answerQuote(app)
    expect(placeButton().disabled).toBe(false)
    const order = within(screen.getByRole('region', { name: 'Your order' }))
    expect(order.getByText('€4.33')).toBeTruthy()
    expect(order.getByText('Including €0.75 VAT (21%)')).toBeTruthy()
    expect(screen.getByRole('combobox', { name: 'Size of a.jpg' }).textContent).toContain('· €0.19')
  })

  test('can be chosen for each photo', async () => {
    const app = await open()
    choose('Size of a.jpg', '20X30')
    type('Copies of a.jpg', '3')
    choose('Size of b.jpg', '')
    expect(await inputOf(app, 'usePrintQuoteQuery')).toMatchObject({
      prints: [{ size: '20X30', copies: 3, photoIds: ['a'] }],
    })
    choose('Size of a.jpg', '')
    expect(await screen.findByText('Choose a size for at least one photo.')).toBeTruthy()
    expect(placeButton().disabled).toBe(true)
  })

  test('can be chosen for all photos at once, except where a photo is not sharp enough', async () => {
    const app = renderApp(address)
    const blurred = photo('blurred', { width: 1000, height: 700 })
    await app.answer('EditorPageQuery', selection([photo('a'), blurred]))
    choose('Size', '20X30')
    type('Copies', '500')
    await app.user.click(await screen.findByRole('button', { name: 'Use for all photos' }))
    expect(await inputOf(app, 'usePrintQuoteQuery')).toMatchObject({
      prints: [
        { size: '20X30', copies: 99, photoIds: ['a'] },
        { size: '10X15', copies: 1, photoIds: ['blurred'] },
      ],
    })
  })

  test('are limited to 1,000 of a size', async () => {
    const app = renderApp(address)
    const many = Array.from({ length: 11 }, (_, index) => photo(`p${index}`))
    await app.answer('EditorPageQuery', selection(many))
    type('Copies', '99')
    await app.user.click(await screen.findByRole('button', { name: 'Use for all photos' }))
    expect((await screen.findByRole('alert')).textContent).toBe('An order can have at most 1,000 prints of each size.')
    expect(placeButton().disabled).toBe(true)
  })

  test('of photos that are not loaded are not in the order, which says so', async () => {
    const app = renderApp(address)
    await app.answer('EditorPageQuery', selection([photo('a')], 501, true))
    expect(await screen.findByText('500 photos are not shown yet, and not in this order.')).toBeTruthy()
  })

  test('can be priced again after a failure', async () => {
    const app = await open()
    await app.fail('usePrintQuoteQuery')
    expect(await screen.findByText('The total could not be worked out.')).toBeTruthy()
    expect(placeButton().disabled).toBe(true)
    await app.user.click(screen.getByRole('button', { name: 'Try again' }))
    await answerQuote(app)
    expect(await screen.findByText('€4.33')).toBeTruthy()
  })
})

/** Applies a voucher code, and answers what becomes of it. */
async function apply(app: App, code: string, state: string, minimumOrder: object | null = null) {
  await answerQuote(app)
  type('Voucher code', code)
  await app.user.click(screen.getByRole('button', { name: 'Apply' }))
  expect(await inputOf(app, 'usePrintQuoteQuery')).toMatchObject({ voucherCode: code })
  const isAccepted = state === 'ACCEPTED'
  const discount = euro(isAccepted ? '1.00' : '0.00')
  await answerQuote(app, '3.33', { voucher: { code, state, minimumOrder }, discount })
}

describe('the voucher', () => {
  test('gives its discount, and can be removed', async () => {
    const app = await open()
    await apply(app, 'WINTER20', 'ACCEPTED')
    expect(screen.getByText('WINTER20 gives you a discount. It is reserved for you for an hour.')).toBeTruthy()
    expect(screen.getByText('The prices include your discount of €1.00.')).toBeTruthy()
    await app.user.click(screen.getByRole('button', { name: 'Remove the voucher' }))
    expect(await inputOf(app, 'usePrintQuoteQuery')).toMatchObject({ voucherCode: null })
    expect(field('Voucher code').value).toBe('')
  })

  test.each([
    ['UNKNOWN', 'There is no voucher with this code.'],
    ['USED', 'This voucher has been used.'],
    ['RESERVED', 'This voucher is reserved for another order.'],
    ['EXPIRED', 'This voucher has expired.'],
    ['NOT_FOR_PRODUCTS', 'This voucher is not for prints.'],
    ['BELOW_MINIMUM', 'This voucher is for orders of at least €25.00.'],
    ['WRONG_CURRENCY', 'This voucher is for orders in another currency.'],
    ['TOO_MANY_ATTEMPTS', 'Too many unknown codes. Please wait a few minutes, then try again.'],
    ['UNAVAILABLE', 'Vouchers cannot be checked at the moment. Please try again later.'],
  ])('says why it gives no discount: %s', async (state, text) => {
    const app = await open()
    await apply(app, 'CODE', state, state === 'BELOW_MINIMUM' ? euro('25.00') : null)
    expect(screen.getByText(text)).toBeTruthy()
    expect(field('Voucher code').getAttribute('aria-invalid')).toBe('true')
  })

  test('that is below an unknown minimum cannot be checked', async () => {
    const app = await open()
    await apply(app, 'CODE', 'BELOW_MINIMUM')
    expect(screen.getByText('Vouchers cannot be checked at the moment. Please try again later.')).toBeTruthy()
  })

  test('that is unknown is asked for once, and again only when it is applied again', async () => {
    const app = await open()
    await apply(app, 'TYPO', 'UNKNOWN')
    expect(await inputOf(app, 'usePrintQuoteQuery')).toMatchObject({ voucherCode: null })
    expect(screen.getByText('There is no voucher with this code.')).toBeTruthy()
    await answerQuote(app)
    await app.user.click(screen.getByRole('button', { name: 'Apply' }))
    expect(await inputOf(app, 'usePrintQuoteQuery')).toMatchObject({ voucherCode: 'TYPO' })
  })

  test('keeps the focus in its field when it is removed', async () => {
    const app = await open()
    await apply(app, 'WINTER20', 'ACCEPTED')
    await app.user.click(screen.getByRole('button', { name: 'Remove the voucher' }))
    expect(document.activeElement).toBe(field('Voucher code'))
  })

  test('is not part of the order if it gives no discount', async () => {
    const app = await open()
    await apply(app, 'CODE', 'EXPIRED')
    await app.user.click(placeButton())
    // The voucher field is wrong as well, but it does not stop the order.
    await expect.poll(() => document.activeElement).toBe(field('Name'))
    fillAddress()
    await app.user.click(placeButton())
    expect(await inputOf(app, 'usePlacePrintOrderMutation')).toMatchObject({ voucherCode: null })
  })

  test('is applied by Enter, which does not place the order', async () => {
    const app = await open()
    await answerQuote(app)
    fillAddress()
    await app.user.type(field('Voucher code'), 'CODE{Enter}')
    expect(await inputOf(app, 'usePrintQuoteQuery')).toMatchObject({ voucherCode: 'CODE' })
    expect(app.pending('usePlacePrintOrderMutation')).toEqual([])
  })
})

describe('the delivery address', () => {
  test('shows which fields are wrong, with the texts of the specification, and focuses the first', async () => {
    const app = await open()
    await answerQuote(app)
    type('Phone number (optional)', 'x')
    await app.user.click(placeButton())
    for (const text of [
      'Name must be valid',
      'Street name must be valid',
      'Street number must be valid',
      'Postal Code must be valid',
      'City must be valid',
      'Phone number must be valid',
    ])
      expect(await screen.findByText(text)).toBeTruthy()
    await expect.poll(() => document.activeElement).toBe(field('Name'))
    type('Name', 'Anna')
    expect(screen.queryByText('Name must be valid')).toBeNull()
    expect(app.pending('usePlacePrintOrderMutation')).toEqual([])
  })

  test('has fields that browsers can fill in, and its country decides the price', async () => {
    const app = await open()
    expect(field('Street').autocomplete).toBe('shipping address-line1')
    expect(field('Postal code').autocomplete).toBe('shipping postal-code')
    await answerQuote(app)
    choose('Country', 'NL')
    expect(await inputOf(app, 'usePrintQuoteQuery')).toMatchObject({ country: 'NL' })
  })

  test('that the gateway refuses has its wrong fields marked', async () => {
    const app = await open()
    await place(app)
    await answerOrder(app, { __typename: 'InvalidAddress', fields: [{ field: 'CITY' }] })
    expect(await screen.findByText('City must be valid')).toBeTruthy()
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
      address: { name: 'Anna de Wit', street: 'Lindengracht', houseNumber: '12', country: 'GB' },
    })
    await answerOrder(app, placed('SUCCEEDED'))
    await expect.poll(() => app.router.state.location.pathname).toBe('/orders/ABC123')
  })

  test('is sent once by a double click', async () => {
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
    expect((await screen.findByRole('alert')).textContent).toContain('Nothing you have entered is lost.')
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

  test('of a selection that was ordered before needs a second press, with a new key', async () => {
    const app = await open()
    await place(app)
    await answerOrder(app, { __typename: 'PrintBasketOrdered' })
    expect((await screen.findByRole('alert')).textContent).toContain('this selection was ordered before')
    expect(await inputOf(app, 'usePrintQuoteQuery')).toMatchObject({ basketId: 'selection-1.1' })
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
      'We do not know whether the payment was made. Please try again: nothing is paid twice.',
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
