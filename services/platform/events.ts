import { type Kysely, type QueryExecutorProvider, sql } from 'kysely'
import type { Logger } from 'pino'
import type { Database } from './databaseTypes.ts'
import { type ConsumerLoop, startConsumer } from './eventConsumer.ts'
import { type WakeUps, createWakeUps } from './wakeUps.ts'
import type { EventConsumer, Events, OpenTransaction, PlatformEvent, Role } from './platform.ts'

const channel = 'platform_events'
/** The notification that wakes all owners, sent if one append concerns too many owners to name. */
const allOwners = '*'
const maximumNamedOwners = 50
const safetyNetMilliseconds = 2_000
const pageSize = 500
/** An arbitrary lock number. An appender holds this lock until its transaction ends. */
export const appendLock = 7_215_001

/**
 * The events of the installation: a table in commit order, with NOTIFY to wake waiting readers. If a notification is
 * lost, a poll every two seconds finds the events. One poll serves all readers.
 *
 * The table has a partition for each day (`eventPartitions.ts`). A query that says from which position it reads is planned
 * for the partitions from there on; any other query is planned for all of them, which takes some milliseconds.
 *
 * @param role with `web`, the consumers are left to other processes; readers get their events all the same
 */
export function createEvents(database: Database, log: Logger, role: Role = 'all'): Events {
  const wakeUps = createWakeUps()
  const consumers = new Map<string, EventConsumer<unknown>>()
  let loops: ConsumerLoop[] = []
  let unlisten: (() => Promise<void>) | undefined
  let safetyNet: NodeJS.Timeout | undefined
  let known = 0

  return {
    async append(transaction, events) {
      if (events.length === 0) return
      const rows = JSON.stringify(events.map(({ type, owner, data }) => ({ type, owner, data })))
      await sql`select platform.append_events(${appendLock}, ${rows}::jsonb, ${channel}, ${ownersToWake(events)}::text[])`.execute(
        transaction,
      )
    },
    consume(consumer) {
      if (unlisten) throw new Error(`The consumer ${consumer.name} was declared after the start.`)
      if (consumers.has(consumer.name)) throw new Error(`The consumer ${consumer.name} was declared twice.`)
      // Only the consumer knows its tables; its handler gets a transaction of its own database.
      consumers.set(consumer.name, consumer as unknown as EventConsumer<unknown>)
    },
    async lastPosition() {
      known = Math.max(known, await lastPosition(database.root, known))
      return known
    },
    droppedTo: () => droppedTo(database.root),
    existsAfter: (filter) => existsAfter(database.root, filter),
    ownersWithUnhandled,
    async hasUnhandled(connection, { service, owner }) {
      const own = [...consumers.values()].filter(({ name }) => name.startsWith(`${service}.`))
      for (const { name, types } of own) {
        if ((await readUnhandled(connection, { consumer: name, types, owners: [owner] })).length > 0) return true
      }
      return false
    },
    subscribe(filter, signal) {
      const start = filter.after === undefined ? this.lastPosition() : Promise.resolve(filter.after)
      start.catch(() => undefined)
      return follow(database.root, { ...filter, start }, wakeUps, signal)
    },
    async start() {
      const poll = await createPoll(database.root, wakeUps)
      unlisten = await database.listen(
        channel,
        (owner) => (owner === allOwners ? wakeUps.wakeAll() : wakeUps.wake(owner)),
        () => wakeUps.wakeAll(),
      )
      safetyNet = setInterval(poll, safetyNetMilliseconds)
      if (role === 'web') return
      loops = [...consumers.values()].map((consumer) => startConsumer(consumer, wakeUps, log))
    },
    async stop() {
      clearInterval(safetyNet)
      wakeUps.wakeAll()
      await Promise.all(loops.map((loop) => loop.stop()))
      await unlisten?.()
    },
  }
}

function ownersToWake(events: readonly { owner: string }[]): string[] {
  const owners = [...new Set(events.map((event) => event.owner))]
  return owners.length > maximumNamedOwners ? [allOwners] : owners
}

/**
 * Creates the poll that wakes the owners of events since the last poll. If a poll fails, the next poll covers its
 * events.
 */
async function createPoll(root: Kysely<unknown>, wakeUps: WakeUps): Promise<() => void> {
  let position = await lastPosition(root, 0)
  const poll = async () => {
    const { rows } = await sql<{ owner: string; last: number }>`
      select owner, max(position) as last from platform.events where position > ${position} group by owner`.execute(
      root,
    )
    for (const { owner, last } of rows) {
      position = Math.max(position, last)
      wakeUps.wake(owner)
    }
  }
  return () => void poll().catch(() => undefined)
}

/**
 * @param known a position that was the last one at some time
 */
async function lastPosition(root: Kysely<unknown>, known: number): Promise<number> {
  const { rows } = await sql<{ last: number }>`
    select greatest(
      (select max(position) from platform.events where position >= ${known}),
      (select dropped_to from platform.event_retention)
    ) as last`.execute(root)
  return Math.max(known, rows[0]?.last ?? 0)
}

async function droppedTo(root: Kysely<unknown>): Promise<number> {
  const { rows } = await sql<{ position: number }>`
    select dropped_to as position from platform.event_retention`.execute(root)
  return rows[0]?.position ?? 0
}

async function existsAfter(
  root: Kysely<unknown>,
  { owner, types, after }: { owner: string; types: readonly string[]; after: number },
): Promise<boolean> {
  const { rows } = await sql<{ found: boolean }>`
    select exists (
      select from platform.events
      where owner = ${owner} and type = any(${[...types]}::text[]) and position > ${after}
    ) as found`.execute(root)
  return rows[0]?.found ?? false
}

async function ownersWithUnhandled(
  transaction: OpenTransaction,
  filter: UnhandledFilter,
): Promise<ReadonlySet<string>> {
  return new Set(await readUnhandled(transaction, filter))
}

interface UnhandledFilter {
  readonly consumer: string
  readonly types: readonly string[]
  readonly owners: readonly string[]
}

/**
 * The given owners that have events which a consumer has not handled. Outside of a transaction that has appended
 * events, the answer can be outdated at once.
 */
export async function readUnhandled(
  connection: QueryExecutorProvider,
  { consumer, types, owners }: UnhandledFilter,
): Promise<readonly string[]> {
  const { rows } = await sql<{ owner: string }>`
    select distinct owner from platform.events
    where owner = any(${[...owners]}::text[]) and type = any(${[...types]}::text[]) and position > coalesce(
      (select position from platform.event_consumers where name = ${consumer}), 0
    )`.execute(connection)
  return rows.map(({ owner }) => owner)
}

async function* follow(
  root: Kysely<unknown>,
  filter: { owner: string; types: readonly string[]; start: Promise<number> },
  wakeUps: ReturnType<typeof createWakeUps>,
  signal: AbortSignal,
): AsyncGenerator<readonly PlatformEvent[]> {
  const bell = wakeUps.bell(filter.owner)
  try {
    let position = await filter.start
    while (!signal.aborted) {
      bell.reset()
      const { rows } = await sql<PlatformEvent>`
        select position, type, owner, data from platform.events
        where owner = ${filter.owner} and type = any(${[...filter.types]}::text[]) and position > ${position}
        order by position limit ${pageSize}`.execute(root)
      const last = rows.at(-1)
      if (last) {
        position = last.position
        yield rows
      } else if (!signal.aborted) {
        await bell.rung(signal)
      }
    }
  } finally {
    bell.remove()
  }
}
