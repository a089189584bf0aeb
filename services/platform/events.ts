import { type Kysely, type QueryExecutorProvider, sql } from 'kysely'
import type { Logger } from 'pino'
import { afterCommit } from './afterCommit.ts'
import type { Database } from './databaseTypes.ts'
import { type ConsumerLoop, startConsumer } from './eventConsumer.ts'
import { eventChannel, EventNotices } from './eventNotices.ts'
import { lastPosition, readPositions, removedTo } from './eventPositions.ts'
import { EventWork } from './eventWork.ts'
import { type WakeUps, createWakeUps } from './wakeUps.ts'
import type { EventConsumer, Events, OpenTransaction, PlatformEvent, Role } from './platform.ts'

const safetyNetMilliseconds = 2_000
const pageSize = 500

/**
 * The events of the installation: a table, with NOTIFY to wake waiting readers. If a notification is lost, a poll every
 * two seconds finds the events. One poll serves all readers.
 *
 * The positions of an owner's events increase in commit order. Transactions of different owners do not wait for each
 * other, so an event can become visible after an event with a higher position. A reader of the events of all owners must
 * therefore stop at the settled position.
 *
 * The table has a partition for each day (`eventPartitions.ts`). A query that says from which position it reads is planned
 * for the partitions from there on; any other query is planned for all of them, which takes some milliseconds.
 *
 * @param role with `web`, the consumers are left to other processes; readers get their events all the same
 */
export function createEvents(database: Database, log: Logger, role: Role = 'all'): Events {
  const wakeUps = createWakeUps()
  const notices = new EventNotices(database.root)
  const consumers = new Map<string, EventConsumer<unknown>>()
  let loops: ConsumerLoop[] = []
  let unlisten: (() => Promise<void>) | undefined
  let safetyNet: NodeJS.Timeout | undefined

  return {
    async append(transaction, events) {
      if (events.length === 0) return
      const owners = [...new Set(events.map(({ owner }) => owner))].toSorted()
      const numberOf = new Map(owners.map((owner, index) => [owner, index + 1]))
      const numbers = events.map(({ owner }) => numberOf.get(owner))
      const types = events.map(({ type }) => type)
      const contents = events.map(({ data }) => JSON.stringify(data ?? null))
      await sql`
        select platform.append_events(${owners}::text[], ${numbers}::int[], ${types}::text[], ${contents}::text[])`.execute(
        transaction,
      )
      await afterCommit(transaction, () => notices.add(owners))
    },
    consume(consumer) {
      if (unlisten) throw new Error(`The consumer ${consumer.name} was declared after the start.`)
      if (consumers.has(consumer.name)) throw new Error(`The consumer ${consumer.name} was declared twice.`)
      // Only the consumer knows its tables; its handler gets a transaction of its own database.
      consumers.set(consumer.name, consumer as unknown as EventConsumer<unknown>)
    },
    consumers: () => [...consumers.values()],
    lastPosition: (owner) => lastPosition(database.root, owner),
    removedTo: (filter) => removedTo(database.root, filter),
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
      const start = filter.after === undefined ? this.lastPosition(filter.owner) : Promise.resolve(filter.after)
      start.catch(() => undefined)
      return follow(database.root, { ...filter, start }, wakeUps, signal)
    },
    async start() {
      const poll = await createPoll(database.root, wakeUps)
      unlisten = await database.listen(
        eventChannel,
        (owner) => wakeUps.wake(owner),
        () => wakeUps.wakeAll(),
      )
      safetyNet = setInterval(poll, safetyNetMilliseconds)
      if (role === 'web') return
      const parts = { wakeUps, work: new EventWork(database.root), log }
      loops = [...consumers.values()].map((consumer) => startConsumer(consumer, parts))
    },
    async stop() {
      clearInterval(safetyNet)
      wakeUps.wakeAll()
      await Promise.all(loops.map((loop) => loop.stop()))
      await notices.settled()
      await unlisten?.()
    },
  }
}

/**
 * Creates the poll that wakes the readers of all owners with events since the last poll. If a poll fails, the next poll
 * covers its events.
 */
async function createPoll(root: Kysely<unknown>, wakeUps: WakeUps): Promise<() => void> {
  let position = (await readPositions(root)).settled
  const poll = async () => {
    const { settled } = await readPositions(root)
    const { rows } = await sql<{ owner: string }>`
      select distinct owner from platform.events where position > ${position}`.execute(root)
    for (const { owner } of rows) wakeUps.wake(owner)
    position = settled
  }
  return () => void poll().catch(() => undefined)
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
 * The given owners that have events which a consumer has not handled. The answer stays true only in a transaction that
 * has already appended events of these owners.
 */
export async function readUnhandled(
  connection: QueryExecutorProvider,
  { consumer, types, owners }: UnhandledFilter,
): Promise<readonly string[]> {
  const { rows } = await sql<{ owner: string }>`
    select distinct owner from platform.events
    where owner = any(${[...owners]}::text[]) and type = any(${[...types]}::text[]) and position > coalesce(
      (select handled_to from platform.event_consumers where name = ${consumer}), 0
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
