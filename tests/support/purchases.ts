import type { z } from 'zod'
import type { superOrderSchema } from '../../services/orders/wireOrder.ts'
import type { FakeInvoice } from './invoices.ts'
import { imageIdOf } from './photoLibrary.ts'

/** An order in a test, as our own service sends it. */
export type FakeOrder = z.infer<typeof superOrderSchema>

/** A voucher in a test. */
export interface FakeVoucher {
  readonly code: string
  readonly campaignName: string
  readonly state: string
  readonly value: object
  readonly validUntil: string | null
}

/** The orders of one customer and their invoices, newest first, and the vouchers in them. */
export class Purchases {
  orders: FakeOrder[] = []
  vouchers: FakeVoucher[] = []
  /** Only the token of a business account can read the invoices. */
  invoices: FakeInvoice[] = []
  /** The codes of products that are no longer sold. */
  readonly notSold = new Set<string>()
}

export const euro = (amount: string) => ({ amount, currency: 'EUR' }) as const

/** The code of the order with this number. Contract tests recognize an item by a text of this form. */
export function orderCodeOf(number: number): string {
  return `IMG_${number}.jpg`
}

const address = {
  country: 'NL',
  name: 'Anna de Wit',
  organization: null,
  street: 'Lindengracht',
  houseNumber: '12',
  addition: null,
  postalCode: '1015 KH',
  city: 'Amsterdam',
  region: null,
  phone: null,
}

/** Builds the order with this number. Higher numbers are newer. */
export function buildOrder(number: number, own: Partial<FakeOrder> = {}): FakeOrder {
  const orderCode = orderCodeOf(number)
  const placedAt = new Date(Date.parse('2026-03-01T00:00:00Z') + number * 60_000).toISOString()
  return {
    orderCode,
    version: 3,
    source: 'WEB',
    placedAt,
    status: 'Confirmed',
    payment: 'paymentSuccess',
    paymentChangedAt: placedAt,
    fulfilment: 'approved',
    products: [buildLine(number, 1)],
    productCount: 1,
    subtotal: euro('20.00'),
    discount: euro('2.00'),
    shipping: euro('4.95'),
    tax: euro('3.98'),
    total: euro('22.95'),
    vat: [],
    deliveryType: 'Home',
    deliveryAddress: address,
    addressChange: { isAllowed: true, reason: null, until: '2026-03-02T12:00:00.000Z' },
    reorder: { isAllowed: true, reason: null },
    promisedDelivery: { from: '2026-03-05', to: '2026-03-09' },
    expectedDelivery: { from: '2026-03-06', to: '2026-03-10' },
    shipments: [],
    timeline: [{ at: placedAt, kind: 'Placed', parcel: null }],
    ...own,
  }
}

type FakeLine = FakeOrder['products'][number]

/** Builds a line of the order with this number. */
export function buildLine(order: number, number: number, own: Partial<FakeLine> = {}): FakeLine {
  return {
    orderCode: `${orderCodeOf(order)}-${number}`,
    superOrderCode: orderCodeOf(order),
    number,
    placedAt: '2026-03-01T00:00:00.000Z',
    status: 'Confirmed',
    productCode: 'PAP_910',
    articleName: 'PhotoPrint',
    title: `Photo prints ${number}`,
    quantity: 2,
    unitPrice: euro('10.00'),
    discount: euro('2.00'),
    total: euro('18.00'),
    tax: euro('3.12'),
    vatRate: '21.00',
    voucher: 'KEEP-20',
    photoIds: [imageIdOf(1), imageIdOf(2)],
    photosCount: 2,
    missingPhotosCount: 0,
    projectId: null,
    ...own,
  }
}

/** Builds the first parcel of an order, with all items of its first line. */
export function buildShipment(own: Partial<FakeOrder['shipments'][number]> = {}): FakeOrder['shipments'][number] {
  return {
    number: 1,
    carrier: 'PostNL',
    trackingNumber: '3S1',
    trackingUrl: 'https://tracking.example/3S1',
    dispatchedAt: '2026-03-04T10:00:00.000Z',
    status: 'InTransit',
    lines: [{ number: 1, quantity: 2 }],
    events: [{ at: '2026-03-04T12:00:00.000Z', kind: 'InTransit', place: 'Utrecht' }],
    ...own,
  }
}

/** Builds a voucher. */
export function buildVoucher(code = 'KEEP-20', own: Partial<FakeVoucher> = {}): FakeVoucher {
  const value = { kind: 'percentage', amount: null, percentage: 20, minimumOrder: euro('10.00'), productCodes: null }
  return { code, campaignName: 'Spring', state: 'used', value, validUntil: '2026-12-31', ...own }
}
