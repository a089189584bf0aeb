import type { OpenTransaction, Platform } from '../platform/platform.ts'

export const simulatorQueueName = 'orders.production'

/** Queues the next step of an order's simulation, in the transaction that stores the number of this step. */
export async function queueStep(
  platform: Platform,
  change: OpenTransaction,
  orderId: string,
  { step, delaySeconds }: { readonly step: number; readonly delaySeconds: number },
): Promise<void> {
  await queueSteps(platform, change, [{ id: orderId, step }], delaySeconds)
}

/** Queues steps of several orders, except those that are waiting in the queue. */
export async function queueSteps(
  platform: Platform,
  change: OpenTransaction,
  orders: readonly { readonly id: string; readonly step: number }[],
  delaySeconds: number,
): Promise<void> {
  const jobs = orders.map(({ id: orderId, step }) => ({
    payload: { orderId, step },
    key: `${orderId}:${step}`,
    delaySeconds,
  }))
  await platform.jobs.enqueueAll(change, simulatorQueueName, jobs)
}
