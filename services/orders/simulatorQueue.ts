import type { OpenTransaction, Platform } from '../platform/platform.ts'

export const simulatorQueueName = 'orders.production'

/** Queues a step of the simulator in the transaction that has made it the next one. */
export async function queueStep(
  platform: Platform,
  change: OpenTransaction,
  orderId: string,
  { step, delaySeconds }: { readonly step: number; readonly delaySeconds: number },
): Promise<void> {
  const key = `${orderId}:${step}`
  await platform.jobs.enqueue(change, simulatorQueueName, { orderId, step }, { key, delaySeconds })
}
