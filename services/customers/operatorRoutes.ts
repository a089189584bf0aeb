import { randomUUID } from 'node:crypto'
import { type Kysely, sql, type Transaction } from 'kysely'
import { z } from 'zod'
import { nextCursor, type ServiceApp } from '../platform/contract.ts'
import { notFound, Problem } from '../platform/problems.ts'
import { type AccountInformation, readContact, readInformation } from './accounts.ts'
import { deletionDateFor, setClock, storageStatuses } from './clock.ts'
import { readDryRun } from './dryRun.ts'
import { orderPlaced } from './accountEvents.ts'
import { readPause, setPause } from './pause.ts'
import { setBusinessStatus } from './profiles.ts'
import { setProjectCount } from './projectCounts.ts'
import { retentionQueueName } from './retention.ts'
import { informationSchema } from './wireSchemas.ts'
import type { Platform } from '../platform/platform.ts'
import { businessStatuses, type CustomersTables } from './tables.ts'

const instant = z.iso.datetime({ offset: true })
const moment = instant.transform((text) => new Date(text))
const ofAccount = z.object({ email: z.string().min(1).max(254) })
const config = { access: 'operator' } as const
const noSuchAccount = { 404: ['NOT_FOUND'] }

const delayDeletion = {
  summary: 'Delays the deletion of the photos of an account',
  description: 'Null as the date removes the delay.',
  body: ofAccount.extend({ delayedDeletionDate: moment.nullable() }),
  response: { 200: informationSchema },
  problems: { ...noSuchAccount, 400: ['NOT_LATER', 'DATE_IS_PAST'] },
}

const dryRun = {
  summary: 'Lists what a retention run would do',
  description:
    'Shows what a run at the time `now` would do. The default of `now` is the current time. Changes nothing.',
  body: z.object({ now: moment.optional(), cursor: z.string().max(200).optional() }),
  response: {
    200: z.object({
      outcomes: z.array(
        z.object({
          email: z.string(),
          what: z.enum(['deletion', 'postponement', 'reminder']),
          number: z.number().int().optional().describe('The number of the reminder, 1 to 4.'),
          deletionDate: z.iso.datetime(),
        }),
      ),
      cursor: nextCursor,
    }),
  },
  problems: { 400: ['INVALID_CURSOR'] },
}

const pause = {
  summary: 'Pauses retention',
  description: 'Until the time `until`, no photos are deleted and no reminders are sent. Null ends the pause.',
  body: z.object({ until: moment.nullable() }),
  response: { 200: z.object({ until: z.iso.datetime().nullable() }) },
}

const run = {
  summary: 'Starts the retention run of this hour now',
  response: { 202: z.object({ started: z.literal(true) }) },
  problems: { 409: ['RETENTION_IS_PAUSED'] },
}

const changeStatus = {
  summary: 'Validates, blocks or reopens a business account',
  description:
    '`New` reopens a blocked account; if details are missing, its status becomes `Default` instead. The customer of a blocked account can see everything and change nothing.',
  body: ofAccount.extend({ status: z.enum(['New', 'Validated', 'Blocked']) }),
  response: { 200: z.object({ status: z.enum(businessStatuses) }) },
  problems: { ...noSuchAccount, 409: ['NOT_A_BUSINESS', 'DETAILS_MISSING'] },
}

const moveClock = {
  summary: 'Moves the clock of an account',
  description:
    'After this, the storage of the account has the requested status. With `due`, the next run deletes the photos. `reset` restores the clock. Only in a demo.',
  body: ofAccount.extend({ storage: z.enum([...storageStatuses, 'reset']) }),
  response: { 200: informationSchema },
  problems: noSuchAccount,
}

const placeOrder = {
  summary: 'Places an order',
  description: 'Appends the event that a shop would append for an order. Only in a demo.',
  body: ofAccount.extend({ orderCode: z.string().min(1).max(100).optional(), placed: instant.optional() }),
  response: { 201: z.object({ orderCode: z.string(), placed: instant }) },
  problems: noSuchAccount,
}

const setProjects = {
  summary: 'Sets the number of projects of an account',
  description: 'The number is kept until a project of the account changes. Only in a demo.',
  body: ofAccount.extend({ count: z.number().int().min(0).max(1_000_000) }),
  response: { 200: informationSchema },
  problems: noSuchAccount,
}

/**
 * Registers the operator's calls: delays for single accounts, the status of business accounts, and the dry run, start
 * and pause of retention.
 */
export function registerOperatorRoutes(app: ServiceApp, platform: Platform, database: Kysely<CustomersTables>): void {
  app.post('/dev/delays', { config, schema: delayDeletion }, async (request) => {
    const { email, delayedDeletionDate } = request.body
    const id = await findAccount(database, email)
    return database.transaction().execute((change) => delay(change, id, delayedDeletionDate))
  })
  app.post('/dev/retention/dry-run', { config, schema: dryRun }, async (request) => {
    const { now, cursor } = request.body
    return readDryRun(platform, database, now ?? new Date(), cursor)
  })
  app.post('/dev/retention/pause', { config, schema: pause }, async (request) => {
    await setPause(database, request.body.until)
    return { until: (await readPause(database))?.toISOString() ?? null }
  })
  app.post('/dev/business-accounts', { config, schema: changeStatus }, async (request) => {
    const { email, status } = request.body
    const id = await findAccount(database, email)
    if ((await readContact(database, id))?.business !== true) {
      throw new Problem(409, 'NOT_A_BUSINESS', 'This is not a business account.')
    }
    return { status: await setBusinessStatus(database, id, status) }
  })
  app.post('/dev/retention', { config, schema: run }, async (_request, reply) => {
    const until = await readPause(database)
    if (until) throw new Problem(409, 'RETENTION_IS_PAUSED', `Retention is paused until ${until.toISOString()}.`)
    await database
      .transaction()
      .execute((change) => platform.jobs.enqueue(change, retentionQueueName, {}, { key: 'operator' }))
    return reply.status(202).send({ started: true })
  })
}

/**
 * Registers the calls that exist only in a demo: they move an account's clock, place orders and set the number of
 * projects.
 */
export function registerDemoRoutes(app: ServiceApp, platform: Platform, database: Kysely<CustomersTables>): void {
  app.post('/dev/storage', { config, schema: moveClock }, async (request) => {
    const { email, storage } = request.body
    const id = await findAccount(database, email)
    await setClock(database, id, storage === 'reset' ? null : deletionDateFor(storage, new Date()))
    return informationOf(database, id)
  })
  app.post('/dev/orders', { config, schema: placeOrder }, async (request, reply) => {
    const { email, orderCode = randomUUID(), placed = new Date().toISOString() } = request.body
    const owner = await findAccount(database, email)
    // Resets the clock first, because 18 calendar months can be a day or two longer when they are counted from a
    // shifted date.
    await setClock(database, owner, null)
    await database
      .transaction()
      .execute((change) => platform.events.append(change, [{ type: orderPlaced, owner, data: { orderCode, placed } }]))
    return reply.status(201).send({ orderCode, placed })
  })
  app.post('/dev/projects', { config, schema: setProjects }, async (request) => {
    const { email, count } = request.body
    const id = await findAccount(database, email)
    await setProjectCount(database, id, count)
    return informationOf(database, id)
  })
}

/**
 * Sets or clears a delay. Refuses a date that is not later than the projected one, and any change after which the next
 * run would delete the photos.
 */
async function delay(change: Transaction<CustomersTables>, id: string, date: Date | null): Promise<AccountInformation> {
  await sql`
    update customers.accounts set delayed_at = ${date}::timestamptz + clock_offset where id = ${id}`.execute(change)
  const information = await informationOf(change, id)
  // A database trigger clears a delay that is not later than the projected date.
  if (date && information.delayedDeletionDate === null) {
    throw new Problem(400, 'NOT_LATER', 'A delayed date must be later than the projected one.')
  }
  const deletion = information.delayedDeletionDate ?? information.projectedDeletionDate
  if (Date.parse(deletion) <= Date.now()) {
    throw new Problem(400, 'DATE_IS_PAST', `With the date ${deletion}, the next run would delete the photos.`)
  }
  return information
}

async function informationOf(database: Kysely<CustomersTables>, id: string): Promise<AccountInformation> {
  const information = await readInformation(database, id)
  if (!information) throw new Error('An account that was just found no longer exists.')
  return information
}

async function findAccount(database: Kysely<CustomersTables>, email: string): Promise<string> {
  const { rows } = await sql<{ id: string }>`
    select id from customers.accounts where lower(email) = lower(${email.trim()}) limit 1`.execute(database)
  const id = rows[0]?.id
  if (id === undefined) throw notFound('There is no account with this e-mail, or it has never asked for its library.')
  return id
}
