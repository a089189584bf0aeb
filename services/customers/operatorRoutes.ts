import { randomUUID } from 'node:crypto'
import { type Kysely, sql, type Transaction } from 'kysely'
import { z } from 'zod'
import { notFound, Problem } from '../platform/problems.ts'
import { parse } from '../platform/requests.ts'
import { type AccountInformation, readInformation } from './accounts.ts'
import { deletionDateFor, setClock, storageStatuses } from './clock.ts'
import { readDryRun } from './dryRun.ts'
import { orderPlaced } from './accountEvents.ts'
import { readPause, setPause } from './pause.ts'
import { retentionQueueName } from './retention.ts'
import type { FastifyInstance } from 'fastify'
import type { Platform } from '../platform/platform.ts'
import type { CustomersTables } from './tables.ts'

const instant = z.iso.datetime({ offset: true }).transform((text) => new Date(text))
const ofAccount = z.object({ email: z.string().min(1).max(254) })
const delaySchema = ofAccount.extend({ delayedDeletionDate: instant.nullable() })
const dryRunSchema = z.object({ now: instant.optional(), cursor: z.string().max(200).optional() })
const pauseSchema = z.object({ until: instant.nullable() })
const clockSchema = ofAccount.extend({ storage: z.enum([...storageStatuses, 'reset']) })
const projectsSchema = ofAccount.extend({ count: z.number().int().min(0).max(1_000_000) })
const orderSchema = ofAccount.extend({
  orderCode: z.string().min(1).max(100).optional(),
  placed: z.iso.datetime({ offset: true }).optional(),
})

/** The operator's calls: later dates for single accounts, and the retention run: dry, at once, or not at all. */
export function registerOperatorRoutes(
  app: FastifyInstance,
  platform: Platform,
  database: Kysely<CustomersTables>,
): void {
  app.post('/dev/delays', async (request) => {
    platform.operator.authorize(request)
    const { email, delayedDeletionDate } = parse(delaySchema, request.body)
    const id = await accountOf(database, email)
    return database.transaction().execute((change) => delay(change, id, delayedDeletionDate))
  })
  app.post('/dev/retention/dry-run', async (request) => {
    platform.operator.authorize(request)
    const { now, cursor } = parse(dryRunSchema, request.body)
    return readDryRun(platform, database, now ?? new Date(), cursor)
  })
  app.post('/dev/retention/pause', async (request) => {
    platform.operator.authorize(request)
    const { until } = parse(pauseSchema, request.body)
    await setPause(database, until)
    return { until: (await readPause(database))?.toISOString() ?? null }
  })
  app.post('/dev/retention', async (request, reply) => {
    platform.operator.authorize(request)
    const until = await readPause(database)
    if (until) throw new Problem(409, 'RETENTION_IS_PAUSED', `Retention is paused until ${until.toISOString()}.`)
    await database
      .transaction()
      .execute((change) => platform.jobs.enqueue(change, retentionQueueName, {}, { key: 'operator' }))
    return reply.status(202).send({ started: true })
  })
}

/** What a demo can do besides: move an account's clock, place orders, say how many projects there are. */
export function registerDemoRoutes(app: FastifyInstance, platform: Platform, database: Kysely<CustomersTables>): void {
  app.post('/dev/storage', async (request) => {
    platform.operator.authorize(request)
    const { email, storage } = parse(clockSchema, request.body)
    const id = await accountOf(database, email)
    await setClock(database, id, storage === 'reset' ? null : deletionDateFor(storage, new Date()))
    return readInformation(database, id)
  })
  app.post('/dev/orders', async (request, reply) => {
    platform.operator.authorize(request)
    const { email, orderCode = randomUUID(), placed = new Date().toISOString() } = parse(orderSchema, request.body)
    const owner = await accountOf(database, email)
    // With an order nothing is left to look at, and 18 months by another clock may be a day or two longer.
    await setClock(database, owner, null)
    await database
      .transaction()
      .execute((change) => platform.events.append(change, [{ type: orderPlaced, owner, data: { orderCode, placed } }]))
    return reply.status(201).send({ orderCode, placed })
  })
  app.post('/dev/projects', async (request) => {
    platform.operator.authorize(request)
    const { email, count } = parse(projectsSchema, request.body)
    const id = await accountOf(database, email)
    await database.updateTable('accounts').set({ projects_count: count }).where('id', '=', id).execute()
    return readInformation(database, id)
  })
}

/** Grants a later date, or takes it back; refused when it is none, and when photos would go at once by it. */
async function delay(
  change: Transaction<CustomersTables>,
  id: string,
  date: Date | null,
): Promise<AccountInformation | undefined> {
  await sql`
    update customers.accounts set delayed_at = ${date}::timestamptz + clock_offset where id = ${id}`.execute(change)
  const information = await readInformation(change, id)
  // The database keeps none that is not later than the rule's date.
  if (date && information?.delayedDeletionDate === null) {
    throw new Problem(400, 'NOT_LATER', 'A delayed date must be later than the projected one.')
  }
  const deletion = information?.delayedDeletionDate ?? information?.projectedDeletionDate
  if (deletion !== undefined && Date.parse(deletion) <= Date.now()) {
    throw new Problem(400, 'DATE_IS_PAST', `The next run would delete the photos, whose date would be ${deletion}.`)
  }
  return information
}

async function accountOf(database: Kysely<CustomersTables>, email: string): Promise<string> {
  const { rows } = await sql<{ id: string }>`
    select id from customers.accounts where lower(email) = lower(${email.trim()}) limit 1`.execute(database)
  const id = rows[0]?.id
  if (id === undefined) throw notFound('There is no account with this e-mail, or it has never asked for its library.')
  return id
}
