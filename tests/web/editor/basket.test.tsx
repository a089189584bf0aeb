import { screen, within } from '@testing-library/react'
import { afterEach, describe, expect, test, vi } from 'vitest'
import { photo } from '../support/photos.ts'
import { renderApp } from '../support/renderApp.tsx'
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
import { address, selection } from './selection.ts'

afterEach(() => {
  vi.restoreAllMocks()
  localStorage.clear()
  sessionStorage.clear()
})

describe('the prints', () => {
  test('are one of each sharp photo at first, and are priced together', async () => {
    const app = await open()
    expect(await inputOf(app, 'usePrintQuoteQuery')).toEqual({
      basketId: 'selection-1.0',
      country: 'GB',
      channel: 'k',
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

  test('can be chosen for all photos together, except where a photo is not sharp enough', async () => {
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

  test('of photos that are not loaded are not in the order, and the page says so', async () => {
    const app = renderApp(address)
    await app.answer('EditorPageQuery', selection([photo('a')], 501, true))
    expect(await screen.findByText('500 photos are not shown yet, and not in this order.')).toBeTruthy()
  })

  test('can be priced again after a failure', async () => {
    const app = await open()
    await app.fail('usePrintQuoteQuery')
    expect(await screen.findByText('The total couldn’t be calculated.')).toBeTruthy()
    expect(placeButton().disabled).toBe(true)
    await app.user.click(screen.getByRole('button', { name: 'Try again' }))
    await answerQuote(app)
    expect(await screen.findByText('€4.33')).toBeTruthy()
  })
})

/** Applies a voucher code, and answers that the voucher is in this state. */
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
    // The voucher does not stop the order, only the missing name does.
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
