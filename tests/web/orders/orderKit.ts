import { act } from '@testing-library/react'
import { RequestError } from '../../../web/relay/errors.ts'
import { photo } from '../support/photos.ts'
import type { renderApp } from '../support/renderApp.tsx'

export type App = ReturnType<typeof renderApp>

export const code = 'A1B2C3'
export const euro = (amount: string) => ({ __typename: 'Money', amount, currency: 'EUR' })
export const days = (from: string, to: string) => ({ __typename: 'DateRange', from, to })

export const homeAddress = {
  __typename: 'PostalAddress',
  name: 'Mira Holt',
  organization: null,
  street: 'Lindengracht',
  houseNumber: '12',
  addition: null,
  postalCode: '1015 KH',
  city: 'Amsterdam',
  region: null,
  country: 'NL',
  phone: null,
}

/** A line of an order as the gateway returns it. */
export function buildLine(number: number, changes: Record<string, unknown> = {}) {
  return {
    __typename: 'OrderLine',
    id: `line-${number}`,
    code: `${code}-${number}`,
    title: `Product ${number}`,
    productCode: `PAP_${number}`,
    quantity: 2,
    unitPrice: euro('10.00'),
    discount: euro('0.00'),
    total: euro('20.00'),
    voucherCode: null,
    voucher: null,
    photos: [photo(`photo-${number}`)],
    widget: null,
    ...changes,
  }
}

/** A parcel with one line of the order, and two events. */
export function buildParcel(number: number, changes: Record<string, unknown> = {}) {
  return {
    __typename: 'Shipment',
    id: `parcel-${number}`,
    number,
    status: 'IN_TRANSIT',
    carrier: 'PostNL',
    trackingNumber: `3S${number}`,
    trackingUrl: `https://tracking.example/3S${number}`,
    dispatchedAt: '2026-03-04T09:00:00Z',
    lines: [{ __typename: 'ShipmentLine', quantity: 1, line: buildLine(number) }],
    events: [
      { __typename: 'TrackingEvent', at: '2026-03-04T12:00:00Z', status: 'IN_TRANSIT', place: null },
      { __typename: 'TrackingEvent', at: '2026-03-05T08:00:00Z', status: 'OUT_FOR_DELIVERY', place: 'Utrecht' },
    ],
    ...changes,
  }
}

/** A paid order whose address can be changed. */
export function buildOrder(changes: Record<string, unknown> = {}) {
  return {
    __typename: 'Order',
    id: 'order-1',
    code,
    version: '1',
    placedAt: '2026-03-02T12:00:00Z',
    status: 'ORDERED',
    payment: 'SUCCEEDED',
    deliveryType: 'HOME',
    deliveryAddress: homeAddress,
    promisedDelivery: days('2026-03-09', '2026-03-11'),
    expectedDelivery: days('2026-03-09', '2026-03-11'),
    lines: [buildLine(1)],
    shipments: [],
    timeline: [
      { __typename: 'OrderTimelineEntry', at: '2026-03-02T12:00:00Z', kind: 'PLACED', shipment: null },
      { __typename: 'OrderTimelineEntry', at: '2026-03-02T12:05:00Z', kind: 'PAID', shipment: null },
    ],
    subtotal: euro('20.00'),
    discount: euro('0.00'),
    shipping: euro('4.95'),
    tax: euro('4.33'),
    total: euro('24.95'),
    canChangeAddress: { __typename: 'Availability', isAllowed: true, reason: null, until: null },
    canReorder: { __typename: 'Availability', isAllowed: true, reason: null, until: null },
    isBlocked: false,
    ...changes,
  }
}

/** The answer of the page of an order; null: there is no such order. */
export function orderAnswer(order: ReturnType<typeof buildOrder> | null) {
  return { viewer: { __typename: 'Viewer', order } }
}

/** The answer of a page of orders. */
export function ordersAnswer(
  orders: readonly ReturnType<typeof buildOrder>[],
  totalCount: number | null = orders.length,
  hasNextPage = false,
) {
  const edges = orders.map((node) => ({ __typename: 'OrderEdge', node }))
  const pageInfo = { __typename: 'PageInfo', hasNextPage }
  return {
    viewer: { __typename: 'Viewer', orders: { __typename: 'OrderConnection', totalCount, pageInfo, edges } },
  }
}

/** Sends an event of orders. With null, the event has only a cursor. */
export async function sendOrderEvent(app: App, changed: string | null): Promise<void> {
  await app.send('OrderEventsSubscription', {
    orderEvents: { __typename: 'OrderEvent', cursor: `after-${changed}`, code: changed },
  })
}

/** Lets a request fail because the connection was lost. */
export async function loseConnection(app: App, name: string): Promise<void> {
  const operation = await app.asked(name)
  const error = new RequestError('no connection', { failure: 'offline', correlationId: 'lost' })
  await act(async () => app.environment.mock.reject(operation, error))
}

/** Replaces the special spaces of a text by ordinary ones: dates contain narrow spaces. */
export function plain(text: string | null | undefined): string {
  return (text ?? '').replaceAll(/[\u2009\u202f\u00a0]/g, ' ')
}
