import { type JobFact, jobPosition } from '../live/jobFacts.ts'
import { jsonOf } from '../live/jsonOf.ts'
import { type WireOrder, wireOrderChange, wireOrderMessage } from './wire.ts'

/** A change of an order. Its kind is the internal state of the order. */
export type OrderFact = JobFact<string>

/** Parses a message. Null when it cannot be read; a message of an unknown type gives a fact with only a position. */
export function orderFactOf(text: string): OrderFact | null {
  const message = jsonOf(text)
  if (!wireOrderMessage.accepts(message)) return null
  const position = BigInt(message.id)
  if (message.type !== 'order.changed') return jobPosition(position)
  if (!wireOrderChange.accepts(message.data)) return null
  return changeOf(message.data, position)
}

/** The event that corresponds to an order's current state. */
export function orderFactFrom(order: WireOrder): OrderFact {
  return changeOf(order, null)
}

function changeOf({ orderCode, status }: { orderCode: string; status: string }, position: bigint | null): OrderFact {
  // A later change makes an earlier one obsolete, like progress: after a change, readers fetch the current order.
  const isProgress = true
  return { position, job: orderCode, kind: status, isProgress, timestamp: null, progress: null }
}
