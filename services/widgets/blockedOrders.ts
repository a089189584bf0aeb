import type { FastifyReply } from 'fastify'
import type { Kysely } from 'kysely'
import { z } from 'zod'
import { nothing, type ServiceApp } from '../platform/contract.ts'
import type { WidgetsContext } from './context.ts'
import { orderCode } from './orderCodes.ts'
import type { WidgetsTables } from './tables.ts'

const params = z.object({ code: orderCode })

const read = {
  summary: 'Tells whether the retailer has blocked an order',
  description:
    'Needs no token. The answer for an unknown code is that the order is not blocked, so it does not reveal which codes exist.',
  params,
  response: { 200: z.object({ orderCode: z.string(), isBlocked: z.boolean() }) },
}

const block = {
  summary: 'Blocks an order: no link shows its books any more',
  description:
    'For services, and for the operator below `/dev/`. An order can be blocked before its books exist. Blocking it again changes nothing. Our addition to the specification.',
  params,
  response: { 204: nothing },
}

const unblock = {
  summary: 'Unblocks an order: the links of its books work again',
  description: 'For services, and for the operator below `/dev/`. Our addition to the specification.',
  params,
  response: { 204: nothing },
}

/** Registers the routes by which the retailer blocks orders, for example because of their pictures. */
export function registerBlockedOrders(app: ServiceApp, { database }: WidgetsContext): void {
  const setBlocked = async (code: string, reply: FastifyReply) => {
    await database
      .insertInto('blocked_orders')
      .values({ order_code: code })
      .onConflict((conflict) => conflict.doNothing())
      .execute()
    return reply.status(204).send()
  }
  const setUnblocked = async (code: string, reply: FastifyReply) => {
    await database.deleteFrom('blocked_orders').where('order_code', '=', code).execute()
    return reply.status(204).send()
  }

  const path = '/v1/blockedorders/:code'
  app.get(path, { config: { access: 'public' }, schema: read }, async ({ params: { code } }) => ({
    orderCode: code,
    isBlocked: await isBlocked(database, code),
  }))
  for (const [prefix, access] of [['', 'service'] as const, ['/dev', 'operator'] as const]) {
    const place = prefix === '' ? path : `${prefix}/blockedorders/:code`
    app.put(place, { config: { access }, schema: block }, async (request, reply) =>
      setBlocked(request.params.code, reply),
    )
    app.delete(place, { config: { access }, schema: unblock }, async (request, reply) =>
      setUnblocked(request.params.code, reply),
    )
  }
}

/** @param code the code of a super order, in upper case */
export async function isBlocked(database: Kysely<WidgetsTables>, code: string): Promise<boolean> {
  const found = await database
    .selectFrom('blocked_orders')
    .select('order_code')
    .where('order_code', '=', code)
    .executeTakeFirst()
  return found !== undefined
}
