import { randomUUID } from 'node:crypto'
import { describe, expect, test } from 'vitest'
import { idOf as imageIdOf } from '../../services/photos/seeding.ts'
import type { RealOrders } from './realOrders.ts'

const day = 86_400_000
const page = `query ($list: OrderList, $search: String, $year: Int, $skip: Int! = 0, $first: Int, $after: String) {
  viewer { orders(list: $list, search: $search, year: $year, skip: $skip, first: $first, after: $after) {
    totalCount edges { cursor node { code } } pageInfo { hasNextPage hasPreviousPage endCursor }
  } }
}`

/** An order has three lines of four photos each, so a page of 100 orders has 1,200 photos. */
const photosOf = (order: number, line: number) => [1, 2, 3, 4].map((photo) => order * 12 + line * 4 + photo)

/** Tests the list of orders. */
export function describeLists(real: RealOrders): void {
  const list = async (accountId: string, variables: Record<string, unknown> = {}) => {
    const { totalCount, edges, pageInfo } = (await real.read(accountId, page, variables)).viewer.orders
    const codes: string[] = edges.map(({ node }: { node: { code: string } }) => node.code)
    return { codes, totalCount, pageInfo, cursors: edges.map(({ cursor }: { cursor: string }) => cursor) }
  }
  /** Writes orders that were placed the given numbers of days ago. */
  const writeAged = (accountId: string, days: readonly number[], title = 'Photo mug') =>
    real.write(
      accountId,
      days.map((age) => ({ placed: new Date(Date.now() - age * day), lines: [{ title }] })),
    )

  describe('the list of orders', () => {
    test('has in-progress orders and older orders in separate lists, and all orders by default', async () => {
      const accountId = randomUUID()
      const codes = await writeAged(accountId, [1, 29, 31, 400])
      await real
        .database()
        .updateTable('super_orders')
        .set({ status: 'Dispatched', payment_changed_at: new Date(Date.now() - 15 * day) })
        .where('code', '=', codes[1] ?? '')
        .execute()
      expect(await list(accountId)).toMatchObject({ codes, totalCount: 4 })
      expect(await list(accountId, { list: 'IN_PROGRESS' })).toMatchObject({ codes: [codes[0]], totalCount: 1 })
      expect(await list(accountId, { list: 'HISTORY' })).toMatchObject({ codes: codes.slice(1), totalCount: 3 })
    })

    test('leaves out orders that were not paid within 30 days', async () => {
      const accountId = randomUUID()
      const [expired, fresh] = await writeAged(accountId, [31, 1])
      await real
        .database()
        .updateTable('super_orders')
        .set({ status: 'Received' })
        .where('code', '=', expired ?? '')
        .execute()
      expect(await list(accountId)).toMatchObject({ codes: [fresh], totalCount: 1 })
    })

    test('is searched, and limited to a year, with cursors of its own', async () => {
      const accountId = randomUUID()
      const mugs = await writeAged(accountId, [1, 2, 3, 800])
      const books = await writeAged(accountId, [4, 801], 'Photo book')
      expect((await list(accountId, { search: ' BOOK ' })).codes).toEqual(books)
      expect((await list(accountId, { search: mugs[2]?.toLowerCase() })).codes).toEqual([mugs[2]])
      const year = new Date(Date.now() - 800 * day).getUTCFullYear()
      expect((await list(accountId, { search: 'mug', year })).codes).toEqual([mugs[3]])
      expect((await list(accountId, { search: '  ' })).codes).toHaveLength(6)
      const first = await list(accountId, { search: 'mug', first: 2 })
      expect(first.pageInfo).toMatchObject({ hasNextPage: true })
      const second = await list(accountId, { search: 'mug', first: 2, after: first.pageInfo.endCursor })
      expect([second.codes, second.pageInfo.hasNextPage]).toEqual([mugs.slice(2), false])
      const others = [
        { search: 'book' },
        {},
        { search: 'mug', year },
        { search: 'mug', list: 'HISTORY' },
        { search: 'mug', skip: 1 },
      ]
      for (const other of others) {
        const { errors } = await real.ask(accountId, page, { ...other, after: first.pageInfo.endCursor })
        expect([other, errors[0]?.extensions['code']]).toEqual([other, 'BAD_USER_INPUT'])
      }
    })

    test('has pages by number, even one beyond the end', async () => {
      const accountId = randomUUID()
      const codes = await writeAged(accountId, [1, 2, 3, 4, 5])
      const third = await list(accountId, { skip: 2, first: 2 })
      expect([third.codes, third.totalCount]).toEqual([codes.slice(2, 4), 5])
      const rest = await list(accountId, { skip: 2, first: 2, after: third.pageInfo.endCursor })
      expect([rest.codes, rest.pageInfo.hasNextPage]).toEqual([codes.slice(4), false])
      const inTheMiddle = await list(accountId, { skip: 2, first: 2, after: third.cursors[0] })
      expect(inTheMiddle.codes).toEqual(codes.slice(3, 5))
      expect(await list(accountId, { skip: 980, first: 10 })).toMatchObject({ codes: [], totalCount: 5 })
    })

    test('neither skips nor repeats orders when one is placed between two pages', async () => {
      const accountId = randomUUID()
      const codes = await writeAged(accountId, [1, 2, 3])
      const first = await list(accountId, { first: 2 })
      await real.place(accountId)
      const second = await list(accountId, { first: 2, after: first.pageInfo.endCursor })
      expect([...first.codes, ...second.codes]).toEqual(codes)
    })

    test.each([
      { search: 'a'.repeat(101) },
      { year: 24 },
      { year: 3_000 },
      { skip: -1 },
      { skip: 1_000_001 },
      { search: 'a\u0000b' },
    ])('refuses %j', async (variables) => {
      const { data, errors } = await real.ask(randomUUID(), page, variables)
      expect([data.viewer.orders, errors.map(({ extensions }) => extensions['code'])]).toEqual([
        null,
        ['BAD_USER_INPUT'],
      ])
    })

    test('is empty for an account that never ordered', async () => {
      expect(await list(randomUUID())).toMatchObject({ codes: [], totalCount: 0 })
    })
  })

  describe('a page of 100 orders', () => {
    const whole = `query ($first: Int, $after: String) { viewer { orders(first: $first, after: $after) {
      edges { node {
        code status placedAt total { amount } promisedDelivery { from } expectedDelivery { to } canReorder { isAllowed }
        canChangeAddress { until } timeline { at kind }
        lines { title voucher { state } photos { id thumbnail(width: 300) { url } } }
        vouchers { campaignName } invoices { number kind pdf { url } }
        shipments { status events { at status } lines { quantity line { photos { id } } } }
      } } pageInfo { endCursor hasNextPage }
    } } }`

    test('with lines, vouchers, thumbnails and parcels takes five calls, and six with the invoices of a business account', async () => {
      const accountId = randomUUID()
      const numbers = Array.from({ length: 110 }, (_, index) => index)
      const vouchers = numbers.map((number) => `KEEP-${accountId.slice(0, 8)}-${number}`.toUpperCase())
      await real.writeVouchers(accountId, vouchers)
      await real.seed(
        accountId,
        numbers.flatMap((number) => [0, 1, 2].flatMap((line) => photosOf(number, line))),
      )
      const now = Date.now()
      await real.write(
        accountId,
        numbers.map((number) => ({
          placed: new Date(now - number * 60_000),
          lines: [0, 1, 2].map((line) => ({
            voucher: vouchers[number] ?? null,
            photoIds: photosOf(number, line).map(imageIdOf),
          })),
          parcels: [
            {
              number: 1,
              carrier: 'PostNL',
              tracking_number: '3S1',
              tracking_url: 'https://tracking.example/3S1',
              dispatched_at: new Date(now),
              lines: [{ number: 2, quantity: 1 }],
              tracking: [{ at: new Date(now).toISOString(), kind: 'InTransit' as const, place: null }],
            },
          ],
        })),
      )
      const { edges, pageInfo } = (await real.read(accountId, whole, { first: 100 })).viewer.orders
      expect([edges.length, pageInfo.hasNextPage]).toEqual([100, true])
      expect(edges[7].node).toMatchObject({
        lines: [0, 1, 2].map(() => ({ voucher: { state: 'USED' }, photos: { length: 4 } })),
        vouchers: [{ campaignName: `Campaign ${vouchers[7]}` }],
        shipments: [{ status: 'IN_TRANSIT', lines: [{ line: { photos: { length: 4 } } }] }],
      })
      expect(real.calls).toEqual([
        'POST /photos/lookup',
        'POST /photos/lookup',
        'POST /photos/lookup',
        'GET /v2/superorders/me?Offset=0&Limit=100&OrderState=notExpired&Count=false',
        'POST /api/v1/campaigns/offers/lookup',
      ])
      real.forget()
      const rest = (await real.read(accountId, whole, { first: 100, after: pageInfo.endCursor })).viewer.orders
      expect([rest.edges.length, rest.pageInfo.hasNextPage, real.calls.length]).toEqual([10, false, 3])

      const codes: string[] = edges.map(({ node }: { node: { code: string } }) => node.code)
      await real.writeInvoices(accountId, codes)
      real.forget()
      const ofBusiness = (await real.readAsBusiness(accountId, whole, { first: 100 })).viewer.orders.edges
      const invoice = { number: expect.any(String), kind: 'INVOICE', pdf: { url: expect.any(String) } }
      expect(ofBusiness.map(({ node }: { node: { invoices: unknown } }) => node.invoices)).toEqual(
        codes.map(() => [invoice]),
      )
      expect(real.calls).toHaveLength(6)
      expect(real.links.invoices.calls).toEqual(['POST /api/v1/HistoricalInvoice/me/byOrder'])
    })
  })
}
