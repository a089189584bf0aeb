import type { FastifyInstance, FastifyRequest } from 'fastify'
import { customerStatusOf } from '../../gateway/modules/order/customerStatus.ts'
import { deliveryTypes, nameIn, payments, shipmentStatuses, timelineKinds } from '../../gateway/modules/order/names.ts'
import { encodeGlobalId } from '../../gateway/relay/globalId.ts'
import type { WirePhoto } from '../../tests/support/photoLibrary.ts'
import { get, post } from './floorCalls.ts'
import type { WireOrder, WireOrderLine } from './orderData.ts'

/** How many photos one call looks up. */
const photosPerCall = 500

interface WireVoucher {
  readonly code: string
  readonly campaignName: string
  readonly state: string
  readonly validUntil: string | null
}

interface WireWidget {
  readonly widgetId: string
  readonly state: string
}

type Widgets = ReadonlyMap<string, ReturnType<typeof widgetOf>>
type Photos = ReadonlyMap<string, ReturnType<typeof photoOf>>
type Vouchers = ReadonlyMap<string, ReturnType<typeof voucherOf>>

/**
 * Registers hand-written routes for the pages of orders. They make the same calls as the gateway, and answer the same
 * bytes.
 */
export function registerOrderRoutes(app: FastifyInstance): void {
  app.post<{ Body: { first: number } }>('/orders', async (request) => {
    const list = '/orders/v2/superorders/me?OrderState=notExpired&List=inProgress&Offset=0'
    const counted = get<{ total: number }>(request, `${list}&Limit=1`)
    const page = `${list}&Limit=${request.body.first}&Count=false`
    const { items, next } = await get<{ items: WireOrder[]; next: string | null }>(request, page)
    const photos = await photosOf(request, items)
    const { total: totalCount } = await counted
    const edges = items.map((order) => ({ node: listItem(order, photos) }))
    return { data: { viewer: { orders: { totalCount, edges, pageInfo: { hasNextPage: next !== null } } } } }
  })

  app.post<{ Body: { code: string } }>('/order', async (request) => {
    const order = await get<WireOrder>(request, `/orders/v1/superorders/${request.body.code}`)
    const [photos, vouchers, widgets, { isBlocked }] = await Promise.all([
      photosOf(request, [order]),
      vouchersOf(request, order),
      widgetsOf(request, order),
      get<{ isBlocked: boolean }>(request, `/widgets/v1/blockedorders/${order.orderCode}`),
    ])
    return { data: { viewer: { order: orderDetails(order, isBlocked, { photos, vouchers, widgets }) } } }
  })
}

async function photosOf(request: FastifyRequest, orders: readonly WireOrder[]): Promise<Photos> {
  const ids = orders.flatMap(({ products }) => products.flatMap(({ photoIds }) => photoIds))
  const parts = Array.from({ length: Math.ceil(ids.length / photosPerCall) }, (_, part) =>
    ids.slice(part * photosPerCall, (part + 1) * photosPerCall),
  )
  const answers = await Promise.all(
    parts.map((photoIds) => post<{ images: WirePhoto[] }>(request, '/photos/photos/lookup', { photoIds })),
  )
  return new Map(answers.flatMap(({ images }) => images.map((photo) => [photo.imageId, photoOf(photo)])))
}

async function vouchersOf(request: FastifyRequest, { products }: WireOrder): Promise<Vouchers> {
  const optionCodes = products.flatMap(({ voucher }) => voucher ?? [])
  const path = '/vouchers/api/v1/campaigns/offers/lookup'
  const { offers } = await post<{ offers: WireVoucher[] }>(request, path, { optionCodes })
  return new Map(offers.map((voucher) => [voucher.code, voucherOf(voucher)]))
}

async function widgetsOf(request: FastifyRequest, { orderCode, products }: WireOrder): Promise<Widgets> {
  if (!products.some(({ articleName }) => articleName === 'PhotoBook')) return new Map()
  const path = `/widgets/v1/widget/all?orderCodes=${orderCode}`
  const { widgets } = await get<{ widgets: WireWidget[] }>(request, path)
  return new Map(widgets.map((widget) => [widget.widgetId, widgetOf(widget)]))
}

function widgetOf({ widgetId, state }: WireWidget) {
  return { productCode: widgetId, state: state.toUpperCase(), id: encodeGlobalId('Widget', widgetId) }
}

function photoOf({ imageId, thumbhash, thumbnails, pictureProblem }: WirePhoto) {
  const small = thumbnails.find(({ width }) => width === 300)
  const large = thumbnails.find(({ width }) => width === 800)
  return {
    id: encodeGlobalId('Photo', imageId),
    pictureProblem: pictureProblem ?? null,
    thumbhash,
    small: small ? { url: small.url } : null,
    large: large ? { url: large.url } : null,
  }
}

function voucherOf({ code, campaignName, state, validUntil }: WireVoucher) {
  const id = encodeGlobalId('Voucher', code)
  return { __typename: 'Voucher', id, campaignName, state: state.toUpperCase(), validUntil }
}

function listItem(order: WireOrder, photos: Photos) {
  return {
    lines: order.products.map((line) => ({
      photos: typedPhotos(line, photos),
      id: lineId(line),
      title: line.title,
    })),
    id: encodeGlobalId('Order', order.orderCode),
    code: order.orderCode,
    placedAt: order.placedAt,
    total: order.total,
    status: customerStatusOf(order.status),
    payment: nameIn(payments, order.payment),
    expectedDelivery: order.expectedDelivery && { to: order.expectedDelivery.to, from: order.expectedDelivery.from },
    shipments: order.shipments.map(({ number, status }) => ({
      status: nameIn(shipmentStatuses, status),
      id: shipmentId(order, number),
    })),
  }
}

function lineId({ orderCode }: WireOrderLine): string {
  return encodeGlobalId('OrderLine', orderCode)
}

function linePhotos({ photoIds }: WireOrderLine, photos: Photos) {
  return photoIds.flatMap((id) => photos.get(id) ?? [])
}

function typedPhotos(line: WireOrderLine, photos: Photos) {
  return linePhotos(line, photos).map((photo) => ({ __typename: 'Photo', ...photo }))
}

function shipmentId({ orderCode }: WireOrder, number: number): string {
  return encodeGlobalId('Shipment', `${number}:${orderCode}`)
}

/** The data from other services that the lines of an order need. */
interface LineParts {
  readonly photos: Photos
  readonly vouchers: Vouchers
  readonly widgets: Widgets
}

function orderDetails(order: WireOrder, isBlocked: boolean, parts: LineParts) {
  const { addressChange, reorder } = order
  const { photos } = parts
  return {
    code: order.orderCode,
    lines: order.products.map((line) => lineDetails(line, parts)),
    placedAt: order.placedAt,
    status: customerStatusOf(order.status),
    payment: nameIn(payments, order.payment),
    isBlocked,
    shipments: order.shipments.map((shipment) => shipmentDetails(order, shipment, photos)),
    canChangeAddress: { isAllowed: addressChange.isAllowed, until: addressChange.until, reason: addressChange.reason },
    promisedDelivery: dateRange(order.promisedDelivery),
    expectedDelivery: dateRange(order.expectedDelivery),
    subtotal: order.subtotal,
    discount: order.discount,
    shipping: order.shipping,
    tax: order.tax,
    total: order.total,
    id: encodeGlobalId('Order', order.orderCode),
    version: String(order.version),
    deliveryType: nameIn(deliveryTypes, order.deliveryType),
    deliveryAddress: addressOf(order.deliveryAddress),
    timeline: order.timeline.map(({ at, kind, parcel }) => ({
      at,
      kind: nameIn(timelineKinds, kind),
      shipment: parcel === null ? null : { number: parcel, id: shipmentId(order, parcel) },
    })),
    canReorder: reorder,
  }
}

function addressOf(address: WireOrder['deliveryAddress']) {
  const { name, organization, street, houseNumber, addition, postalCode, city, region, country, phone } = address
  return { name, organization, street, houseNumber, addition, postalCode, city, region, country, phone }
}

function dateRange(range: WireOrder['expectedDelivery']) {
  return range && { __typename: 'DateRange', to: range.to, from: range.from }
}

function shipmentDetails(order: WireOrder, shipment: WireOrder['shipments'][number], photos: Photos) {
  const { number, carrier, trackingNumber, trackingUrl, dispatchedAt } = shipment
  return {
    status: nameIn(shipmentStatuses, shipment.status),
    id: shipmentId(order, number),
    number,
    carrier,
    trackingNumber,
    trackingUrl,
    dispatchedAt,
    lines: shipment.lines.flatMap((sent) => {
      const line = order.products.find((one) => one.number === sent.number)
      if (!line) return []
      return [
        { quantity: sent.quantity, line: { id: lineId(line), title: line.title, photos: linePhotos(line, photos) } },
      ]
    }),
    events: shipment.events.map(({ at, kind, place }) => ({ at, status: nameIn(shipmentStatuses, kind), place })),
    __typename: 'Shipment',
  }
}

function lineDetails(line: WireOrderLine, { photos, vouchers, widgets }: LineParts) {
  return {
    photos: typedPhotos(line, photos),
    voucher: line.voucher === null ? null : (vouchers.get(line.voucher) ?? null),
    id: lineId(line),
    code: line.orderCode,
    title: line.title,
    productCode: line.productCode,
    quantity: line.quantity,
    unitPrice: line.unitPrice,
    total: line.total,
    voucherCode: line.voucher,
    discount: line.discount,
    widget: widgets.get(line.orderCode) ?? null,
  }
}
