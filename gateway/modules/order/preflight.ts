import type { GatewayContext } from '../../context.ts'
import { UpstreamError } from '../../errors/upstreamError.ts'
import type { WireReorderStatus } from '../../upstream/orders/wire.ts'
import { type Available, reorderAvailability } from './availability.ts'
import type { OrderLineModel, OrderModel, ReorderLineModel } from './models.ts'

/** What a reorder would order. */
export interface Preflight {
  readonly availability: Available
  readonly lines: readonly ReorderLineModel[]
  /** The numbers of the lines that are ordered; null when all are, or when the service orders all of them anyway. */
  readonly orderedLines: readonly number[] | null
}

/** Finds out what a reorder would order. Null when the order no longer exists. */
export async function preflightOf(order: OrderModel, context: GatewayContext): Promise<Preflight | null> {
  const [status, missing] = await Promise.all([
    context.orders.findReorderStatus(order.orderCode),
    findMissingPhotos(order, context),
  ])
  if (!status) return null
  const lines = order.products.map((line) => reorderLine(line, status, missing))
  const ordered = lines.filter(({ skipReason }) => skipReason === null)
  const numbers = ordered.flatMap(({ line }) => line.number ?? [])
  return {
    availability: reorderAvailability(status),
    lines,
    orderedLines: ordered.length === lines.length ? null : numbers,
  }
}

function reorderLine(
  line: OrderLineModel,
  { lines }: WireReorderStatus,
  missing: ReadonlySet<string> | null,
): ReorderLineModel {
  const current = lines?.find(({ number }) => number === line.number)
  const photoIds = line.photoIds ?? []
  const missingPhotosCount = missing === null ? null : photoIds.filter((id) => missing.has(id)).length
  let skipReason: ReorderLineModel['skipReason'] = null
  // A service that does not describe its lines cannot leave one out either.
  if (current && !current.isSold) skipReason = 'NOT_SOLD'
  else if (current && photoIds.length > 0 && missingPhotosCount === photoIds.length) skipReason = 'PHOTOS_MISSING'
  return { line, priceNow: current?.unitPrice ?? null, missingPhotosCount, skipReason }
}

/**
 * Finds which photos of an order are missing in the library. Null while the photos service fails: the order can still
 * be ordered again, and the shop checks its photos anyway.
 */
async function findMissingPhotos({ products }: OrderModel, { loaders }: GatewayContext) {
  const photoIds = [...new Set(products.flatMap((line) => line.photoIds ?? []))]
  try {
    const found = await Promise.all(photoIds.map((id) => loaders.photo.load(id)))
    return new Set(photoIds.filter((_id, index) => found[index] === null))
  } catch (error) {
    if (error instanceof UpstreamError) return null
    throw error
  }
}
