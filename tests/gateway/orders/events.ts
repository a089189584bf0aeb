import { randomUUID } from 'node:crypto'
import { afterEach, describe, expect, test } from 'vitest'
import { completed, started, wholeParcel } from '../../services/orders/orderServices.ts'
import { type Received, connect, listen } from '../../support/socketClient.ts'
import type { RealOrders } from './realOrders.ts'

const query = `subscription ($after: String) { orderEvents(after: $after) {
  cursor code status order { status shipments { number } } } }`

const shown = ({ events }: Received): [string, string][] =>
  events.flatMap(({ orderEvents: { code, status } }) => (code === null ? [] : [[code, status]]))

/** Tests the events of orders. `tests/gateway/live/jobEvents.test.ts` tests the stream itself. */
export function describeEvents(real: RealOrders): void {
  const disposals: (() => unknown)[] = []
  afterEach(() => Promise.all(disposals.splice(0).map((dispose) => dispose())))

  async function subscribe(accountId: string, after: string | null = null): Promise<Received> {
    const client = connect(real.url, await real.token(accountId))
    disposals.push(() => client.dispose())
    return listen(client, { query, variables: { after } })
  }

  describe('orderEvents', () => {
    test('reports new and changed orders of the customer, with their current state', async () => {
      const [accountId, stranger] = [randomUUID(), randomUUID()]
      const received = await subscribe(accountId)
      await expect.poll(() => received.events.length).toBe(1)
      expect(received.events[0].orderEvents).toMatchObject({ code: null, status: null, order: null })
      await real.place(stranger)
      const code = await real.place(accountId)
      await expect.poll(() => shown(received)).toEqual([[code, 'ORDERED']])
      await real.produce(code, started, completed, wholeParcel)
      await expect.poll(() => shown(received).at(-1)).toEqual([code, 'SENT'])
      expect(received.events.at(-1).orderEvents.order).toEqual({ status: 'SENT', shipments: [{ number: 1 }] })
    })

    test('resumes after the last event when the connection was lost', async () => {
      const accountId = randomUUID()
      const received = await subscribe(accountId)
      await expect.poll(() => received.events.length).toBe(1)
      const first = await real.place(accountId)
      await expect.poll(() => shown(received)).toEqual([[first, 'ORDERED']])
      const { cursor } = received.events.at(-1).orderEvents
      await Promise.all(disposals.splice(0).map((dispose) => dispose()))
      const second = await real.place(accountId, { payment: 'pending' })
      await real.shop('POST', `/${first}/cancel`)
      const resumed = await subscribe(accountId, cursor)
      await expect
        .poll(() => shown(resumed))
        .toEqual([
          [second, 'AWAITING_PAYMENT'],
          [first, 'CANCELLED'],
        ])
    })

    test('needs a signed-in viewer', async () => {
      const client = connect(real.url, undefined)
      disposals.push(() => client.dispose())
      const received = listen(client, { query })
      expect(await received.over).toMatchObject({ code: 4401 })
    })
  })
}
