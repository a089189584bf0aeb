import { orderOf, recentStories, type Story, storiesOf } from '../../services/orders/stories.ts'
import { toWireOrder } from '../../services/orders/wireOrder.ts'
import { imageIdOf } from '../../tests/support/photoLibrary.ts'

/** An order on the wire, as our orders service sends it. */
export type WireOrder = ReturnType<typeof toWireOrder>

/** A line on the wire. */
export type WireOrderLine = WireOrder['products'][number]

/** How many orders the list has in all. */
export const ordersCount = 130
/** The photos of each line: as many as the service sends. */
const photosPerLine = 4
/** The maximum number of lines of an order. */
const maximumLines = 3
/** Every n-th order has a voucher; n is this number. */
const ordersPerVoucher = 3
const accountId = '018f3c1a-0000-7000-8000-000000000001'

const stories = storiesOf(ordersCount)
const openedIndex = recentStories.findIndex(({ isSplit, until }) => isSplit === true && until === 'delivered')

/** Builds the list of orders, newest first, as the service sends it. Every state of an order occurs in the list. */
export function buildOrders(now: Date): WireOrder[] {
  return stories.map((story, index) => buildOrder(story, index, now))
}

/** The code of the order whose page is measured. This order was delivered in two parcels, and has a voucher. */
export function openedCode(): string {
  const order = buildOrders(new Date())[openedIndex]
  if (!order) throw new Error('No order of the demo was delivered in two parcels.')
  return order.orderCode
}

/** The numbers of all photos of the list. */
export function orderedPhotos(): readonly number[] {
  return Array.from({ length: ordersCount * maximumLines * photosPerLine }, (_, number) => number)
}

function buildOrder(story: Story, index: number, now: Date): WireOrder {
  const order = orderOf(story, {
    accountId,
    index,
    key: `bench-${index}`,
    now,
    shopUrl: 'https://www.keepsake.example/',
  })
  const lines = order.lines.map((line, place) => {
    const first = (index * maximumLines + place) * photosPerLine
    const photoIds = Array.from({ length: photosPerLine }, (_, number) => imageIdOf(first + number))
    const hasVoucher = place === 0 && index % ordersPerVoucher === 0
    return { ...line, voucher: hasVoucher ? `SUMMER-${index}` : null, photo_ids: photoIds, photos_count: photosPerLine }
  })
  return toWireOrder({ ...order, lines })
}
