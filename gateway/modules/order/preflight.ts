import type { GatewayContext } from '../../context.ts'
import type { WireReorderStatus } from '../../upstream/orders/wire.ts'
import { type Available, reorderAvailability } from './availability.ts'
import type { OrderLineModel, OrderModel, ReorderLineModel } from './models.ts'

/** What a reorder would order. */
export interface Preflight {
  readonly availability: Available
  readonly lines: readonly ReorderLineModel[]
  /** The numbers of the lines to order. Null: all lines, because none is left out. */
  readonly orderedLines: readonly number[] | null
}

/** Finds out what a reorder would order. Null when the order no longer exists. */
export async function preflightOf(order: OrderModel, context: GatewayContext): Promise<Preflight | null> {
  const status = await context.orders.findReorderStatus(order.orderCode)
  if (!status) return null
  const lines = order.products.map((line) => reorderLine(line, status))
  const ordered = lines.filter(({ skipReason }) => skipReason === null)
  const numbers = ordered.flatMap(({ line }) => line.number ?? [])
  return {
    availability: reorderAvailability(status),
    lines,
    orderedLines: ordered.length === lines.length ? null : numbers,
  }
}

function reorderLine(line: OrderLineModel, { lines }: WireReorderStatus): ReorderLineModel {
  const current = lines?.find(({ number }) => number === line.number)
  const photosCount = current?.photosCount ?? null
  const missingPhotosCount = current?.missingPhotosCount ?? null
  let skipReason: ReorderLineModel['skipReason'] = null
  // If the service does not describe the line, no reason is known to leave the line out.
  if (current && !current.isSold) skipReason = 'NOT_SOLD'
  else if (photosCount !== null && photosCount > 0 && missingPhotosCount === photosCount) skipReason = 'PHOTOS_MISSING'
  return { line, priceNow: current?.unitPrice ?? null, photosCount, missingPhotosCount, skipReason }
}
