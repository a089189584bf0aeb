import { screen, waitFor, within } from '@testing-library/react'
import { describe, expect, onTestFinished, test, vi } from 'vitest'
import { renderApp } from '../support/renderApp.tsx'
import { buildLine, buildOrder, buildParcel, code, days, euro, orderAnswer, plain, sendOrderEvent } from './orderKit.ts'

const path = `/orders/${code}`
const message = 'An error occurred loading this order, please contact us to report this issue.'

async function open(changes: Record<string, unknown> = {}) {
  const app = renderApp(path)
  await app.answer('OrderPageQuery', orderAnswer(buildOrder(changes)))
  await screen.findByRole('region', { name: 'Products' })
  return app
}

const section = (name: string) => screen.getByRole('region', { name })
const rows = (name: string) =>
  within(section(name))
    .getAllByRole('listitem')
    .map((item) => item.textContent)
const closed = (reason: string) => ({ isAllowed: false, reason, until: null })

describe('the page of an order', () => {
  test('is named by the code, links to the orders, and has a skeleton', async () => {
    const app = renderApp('/orders/a1b2c3')
    expect(await screen.findByRole('heading', { level: 1, name: `Order ${code}` })).toBeTruthy()
    expect(document.title).toMatch(/^Order A1B2C3/)
    const main = within(screen.getByRole('main'))
    expect(main.getByRole('link', { name: 'Orders' }).getAttribute('href')).toBe('/orders')
    expect(main.getByText('Loading')).toBeTruthy()
    expect((await app.asked('OrderPageQuery')).request.variables).toEqual({ code: 'a1b2c3' })
  })

  test('shows the lines and the prices as they were paid, without a discount of zero', async () => {
    await open({ lines: [buildLine(1), buildLine(2, { unitPrice: null })] })
    expect(rows('Products')).toEqual(['Product 1PAP_12 × €10.00€20.00', 'Product 2PAP_2Quantity: 2€20.00'])
    expect(section('Price').textContent).toBe('PriceSubtotal€20.00Delivery costs€4.95Total€24.95VAT included€4.33')
  })

  test('leaves out prices, dates and a timeline that are unknown', async () => {
    const unknown = { subtotal: null, discount: null, shipping: null, tax: null, total: null, timeline: null }
    await open({ ...unknown, promisedDelivery: null, expectedDelivery: null, shipments: null, deliveryAddress: null })
    const shown = within(screen.getByRole('main'))
      .getAllByRole('region')
      .map((part) => part.getAttribute('aria-labelledby'))
    const titles = shown.map((id) => (id === null ? null : document.getElementById(id)?.textContent))
    expect(titles).toEqual(['Products', 'Options'])
  })

  test.each([
    ['USED', null, 'It was used.'],
    ['RESERVED', null, 'It is reserved until the order is paid.'],
    ['RETURNED', '2026-12-31', 'It was returned: you can use it again until 31 Dec 2026.'],
    ['RETURNED', null, 'It was returned: you can use it again.'],
    ['EXPIRED', '2026-01-01', 'It has expired.'],
  ])('says of the voucher of a product that it is %s (%s)', async (state, validUntil, text) => {
    const voucher = { __typename: 'Voucher', id: 'voucher', campaignName: 'Winter sale', state, validUntil }
    await open({ lines: [buildLine(1, { voucherCode: 'KEEP-20', discount: euro('4.00'), voucher })] })
    expect(rows('Products')[0]).toContain(`Voucher KEEP-20 · Winter sale · -€4.00${text}`)
  })

  test('shows the code of a voucher that is gone, and says that it is gone', async () => {
    await open({ lines: [buildLine(1, { voucherCode: 'GONE' })] })
    expect(rows('Products')[0]).toContain('Voucher GONEIt no longer exists.')
  })

  test.each([
    ['AWAITING_PAYMENT', 'PENDING', /^We are waiting for your payment/],
    ['ORDERED', 'SUCCEEDED', /^Thank you for your order/],
    ['IN_PRODUCTION', 'FREE', /^We are making your order/],
    ['SENT', 'SUCCEEDED', /^We have handed your order to the carrier/],
    ['CANCELLED', 'FAILED', null],
  ])('explains the state %s with the payment %s', async (status, payment, text) => {
    await open({ status, payment, canChangeAddress: closed('ORDER_CANCELLED') })
    if (text) expect(screen.getByText(text)).toBeTruthy()
    expect(screen.queryByText('The payment failed')).toBeNull()
  })

  test('explains a failed payment, and leads to the shop and to customer care', async () => {
    await open({ status: 'AWAITING_PAYMENT', payment: 'FAILED' })
    const notice = within(screen.getByText('The payment failed').parentElement ?? document.body)
    expect(notice.getByText(/^We have received no payment/)).toBeTruthy()
    expect(notice.getByRole('link', { name: /^Order now/ })).toBeTruthy()
    expect(notice.getByRole('link', { name: 'Contact customer care' })).toBeTruthy()
  })
})

describe('the delivery of an order', () => {
  test('without parcels has only its dates; after a delay also those that were promised', async () => {
    await open({ expectedDelivery: days('2026-03-16', '2026-03-18') })
    expect(plain(section('Delivery').textContent)).toBe(
      'DeliveryDelayed, now expected: 16 – 18 Mar 2026Promised at first: 9 – 11 Mar 2026',
    )
    expect(within(section('Delivery')).queryByRole('listitem')).toBeNull()
  })

  test('with one parcel shows where it is, what is inside, its link, and its events, newest first', async () => {
    const app = await open({ status: 'SENT', shipments: [buildParcel(1)] })
    const delivery = within(section('Delivery'))
    expect(delivery.getByRole('heading', { name: 'Your parcel' })).toBeTruthy()
    const link = delivery.getByRole('link', { name: 'Track parcel (opens in a new window)' })
    expect(link.getAttribute('href')).toBe('https://tracking.example/3S1')
    expect(delivery.getByText('1 × Product 1')).toBeTruthy()
    await app.user.click(delivery.getByText('2 tracking events'))
    const events = [...section('Delivery').querySelectorAll('details li')].map(({ textContent }) => textContent)
    expect(events).toHaveLength(2)
    expect(events[0]).toMatch(/^Out for delivery · Utrecht05 Mar 2026/)
    expect(events[1]).toMatch(/^On its way04 Mar 2026/)
  })

  test('with three parcels numbers them in the timeline, too; a parcel without tracking says so', async () => {
    const untracked = { trackingNumber: null, trackingUrl: null, events: [], status: 'DISPATCHED' }
    const shipments = [buildParcel(1), buildParcel(2), buildParcel(3, untracked)]
    const dispatched = { at: '2026-03-04T09:00:00Z', kind: 'PARCEL_DISPATCHED', shipment: shipments[1] }
    await open({ status: 'SENT', shipments, timeline: [{ __typename: 'OrderTimelineEntry', ...dispatched }] })
    const delivery = within(section('Delivery'))
    expect(delivery.getAllByRole('heading', { level: 3 }).map(({ textContent }) => textContent)).toEqual([
      'Parcel 1 of 3',
      'Parcel 2 of 3',
      'Parcel 3 of 3',
    ])
    expect(delivery.getAllByRole('link')).toHaveLength(2)
    expect(delivery.getAllByText(/^This parcel has no tracking/)).toHaveLength(1)
    expect(rows('What has happened')[0]).toMatch(/^Parcel 2 handed to the carrier/)
  })

  test('in parts says that the rest follows, and does not count the parcels', async () => {
    await open({ status: 'IN_PRODUCTION', shipments: [buildParcel(1)] })
    const delivery = within(section('Delivery'))
    expect(delivery.getByRole('heading', { level: 3 }).textContent).toBe('Parcel 1')
    expect(delivery.getByText('The rest of your order follows in another parcel.')).toBeTruthy()
  })

  test('has no expected dates in the past once it was sent, because parcels without tracking are never reported as delivered', async () => {
    const untracked = { status: 'DISPATCHED', events: [], trackingNumber: null, trackingUrl: null }
    const expectedDelivery = days('2020-03-09', '2020-03-11')
    await open({ status: 'SENT', expectedDelivery, shipments: [buildParcel(1, untracked)] })
    expect(within(section('Delivery')).queryByText(/^Expected delivery/)).toBeNull()
  })

  test('has no expected dates any more once all parcels were delivered', async () => {
    const expectedDelivery = days('2999-03-09', '2999-03-11')
    await open({ status: 'SENT', expectedDelivery, shipments: [buildParcel(1, { status: 'DELIVERED' })] })
    expect(screen.getByText('Your order was delivered.')).toBeTruthy()
    expect(screen.queryByText('We have handed your order to the carrier.')).toBeNull()
    expect(within(section('Delivery')).queryByText(/^Expected delivery/)).toBeNull()
  })
})

describe('an order that cannot be shown', () => {
  test('has the message of the specification, with customer care, the list, and a retry that asks again', async () => {
    const app = renderApp(path)
    await app.fail('OrderPageQuery')
    expect((await screen.findByRole('alert')).textContent).toContain(message)
    const main = within(screen.getByRole('main'))
    expect(main.getByRole('link', { name: 'Contact customer care' })).toBeTruthy()
    expect(main.getByRole('link', { name: 'All orders' }).getAttribute('href')).toBe('/orders')
    await app.user.click(screen.getByRole('button', { name: 'Try again' }))
    // For a code that does not exist, and while the service is down, the order is null.
    await app.answer('OrderPageQuery', orderAnswer(null))
    expect((await screen.findByRole('alert')).textContent).toContain(message)
    await app.user.click(screen.getByRole('button', { name: 'Try again' }))
    await app.answer('OrderPageQuery', orderAnswer(buildOrder()))
    expect(await screen.findByRole('region', { name: 'Products' })).toBeTruthy()
  })
})

describe('an open order', () => {
  test('is fetched again when its events begin and when it has changed, but not for other orders', async () => {
    const app = await open()
    await sendOrderEvent(app, null)
    await app.answer('OrderPageQuery', orderAnswer(buildOrder()))
    await sendOrderEvent(app, 'OTHER')
    await new Promise((resolve) => setTimeout(resolve, 400))
    expect(app.pending('OrderPageQuery')).toEqual([])
    await sendOrderEvent(app, code)
    await app.answer('OrderPageQuery', orderAnswer(buildOrder({ status: 'IN_PRODUCTION' })))
    expect(await screen.findByText('We are making your order.')).toBeTruthy()
  })

  test('counts down to the end of address changes, then says so and is fetched again', async () => {
    const app = await open()
    await sendOrderEvent(app, null)
    await app.asked('OrderPageQuery')
    // The clock stands still until the test moves it.
    const now = Date.now()
    const clockOfDevice = vi.spyOn(Date, 'now').mockReturnValue(now)
    onTestFinished(() => clockOfDevice.mockRestore())
    const until = new Date(now + 3_000).toISOString()
    const canChangeAddress = { __typename: 'Availability', isAllowed: true, reason: null, until }
    await app.answer('OrderPageQuery', orderAnswer(buildOrder({ canChangeAddress })))
    const clock = await screen.findByText(/^The address can be changed until .*, then we print\./)
    expect(clock.textContent).toMatch(/ 3 seconds left\.$/)
    expect(within(section('Delivery address')).getByRole('button', { name: 'Change address' })).toBeTruthy()
    clockOfDevice.mockReturnValue(now + 3_000)
    await app.asked('OrderPageQuery')
    expect(screen.getByText('The time to change the address is over: we print now.')).toBeTruthy()
    await waitFor(() =>
      expect(within(section('Delivery address')).queryByRole('button', { name: 'Change address' })).toBeNull(),
    )
  })

  test('shows no clock if its time is over although the service still allows a change', async () => {
    await open({ canChangeAddress: { isAllowed: true, reason: null, until: '2020-03-01T10:00:00Z' } })
    expect(screen.getByText('The address can be changed until we print.')).toBeTruthy()
    expect(within(section('Delivery address')).getByRole('button', { name: 'Change address' })).toBeTruthy()
  })

  test('without a known time, says that the address can be changed until we print; says why it cannot be changed', async () => {
    const first = await open()
    expect(screen.getByText('The address can be changed until we print.')).toBeTruthy()
    first.unmount()
    await open({ deliveryType: 'PICKUP_POINT', canChangeAddress: closed('PICKUP_POINT') })
    expect(screen.queryByText(/^The address can be changed/)).toBeNull()
    expect(section('Delivery address').textContent).toMatch(
      /Parcel shop.*The order goes to a parcel shop, so its address cannot be changed\.$/,
    )
  })
})
