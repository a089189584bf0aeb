import type { Connection, Edge } from '../../relay/connection.ts'
import type { OrderFact } from '../../upstream/orders/orderMessages.ts'
import type { OrderFilter } from '../../upstream/orders/orderWalk.ts'
import type { WireOrder, WireOrderLine, WireShipment } from '../../upstream/orders/wire.ts'

/** The source object of the `Order` resolvers. */
export interface OrderModel extends WireOrder {
  /**
   * True for an order of a list. Data that the service does not send with the order is then not fetched, to save a call
   * per order.
   */
  readonly isListed?: boolean
}

/** The source object of the `OrderLine` resolvers. */
export type OrderLineModel = WireOrderLine

/** A page of orders, and the list that it belongs to. */
export interface OrderConnectionModel extends Connection<OrderModel> {
  readonly filter: OrderFilter
}

/** An order in a page. */
export type OrderEdgeModel = Edge<OrderModel>

/** A parcel, and the order that it belongs to. */
export interface ShipmentModel {
  readonly order: OrderModel
  readonly shipment: WireShipment
}

/** An entry of a timeline. */
export interface OrderTimelineEntryModel {
  /** ISO 8601, in UTC. */
  readonly at: string
  /** As the API names it. */
  readonly kind: string
  readonly shipment: ShipmentModel | null
}

/** The part of one line that a reorder would order. */
export interface ReorderLineModel {
  readonly line: OrderLineModel
  readonly priceNow: WireOrderLine['unitPrice']
  readonly photosCount: number | null
  readonly missingPhotosCount: number | null
  readonly skipReason: 'NOT_SOLD' | 'PHOTOS_MISSING' | null
}

/** A change of an order. */
export type OrderEventModel = OrderFact
