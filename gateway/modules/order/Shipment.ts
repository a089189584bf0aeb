import type { NodeType } from '../../context.ts'
import { instantOf } from '../../instants.ts'
import { encodeGlobalId } from '../../relay/globalId.ts'
import type { ShipmentResolvers } from '../../__generated__/resolvers.ts'
import type { ShipmentModel } from './models.ts'
import { nameIn, shipmentStatuses } from './names.ts'

/** The key of a parcel. Its number comes first, because the code of the order may be any text, even with colons. */
const keyPattern = /^(\d{1,9}):([^]+)$/

/** Resolves the fields of `Shipment`. */
export const Shipment: ShipmentResolvers = {
  id: ({ order, shipment }) => encodeGlobalId('Shipment', `${shipment.number}:${order.orderCode}`),
  number: ({ shipment }) => shipment.number,
  status: ({ shipment }) => nameIn(shipmentStatuses, shipment.status),
  carrier: ({ shipment }) => shipment.carrier ?? null,
  trackingNumber: ({ shipment }) => shipment.trackingNumber ?? null,
  trackingUrl: ({ shipment }) => shipment.trackingUrl ?? null,
  dispatchedAt: ({ shipment }) => instantOf(shipment.dispatchedAt),
  lines: ({ order, shipment }) =>
    shipment.lines.flatMap(({ number, quantity }) => {
      const line = order.products.find((one) => one.number === number)
      return line ? [{ line, quantity }] : []
    }),
  events: ({ shipment }) =>
    shipment.events.flatMap(({ at, kind, place }) => {
      const [time, status] = [instantOf(at), nameIn(shipmentStatuses, kind)]
      return time === null || status === null ? [] : [{ at: time, status, place: place ?? null }]
    }),
}

/** Loads a parcel by id, with its order. */
export const shipmentNode: NodeType = {
  type: 'Shipment',
  load: async (key, { viewer, orders }): Promise<ShipmentModel | null> => {
    const [, number = '', code = ''] = keyPattern.exec(key) ?? []
    const order = viewer && code !== '' ? await orders.find(code) : null
    const shipment = order?.shipments?.find((one) => String(one.number) === number)
    return order && shipment && order.orderCode === code ? { order, shipment } : null
  },
}
