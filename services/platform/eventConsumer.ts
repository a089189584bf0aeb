import { setTimeout as pause } from 'node:timers/promises'
import { sql, type Transaction } from 'kysely'
import type { Logger } from 'pino'
import { Backoff } from './backoff.ts'
import { DatabaseUnavailable } from './databaseUnavailable.ts'
import type { EventConsumer, PlatformEvent } from './platform.ts'
import type { WakeUps } from './wakeUps.ts'

const usualPageSize = 100
/** How many events of other types may lie between a consumer's stored position and the newest event. */
const longestLag = 200
/**
 * The first event is handled at once. Later events are collected for this long (ms), because a query costs much more
 * than a row.
 */
const collectMilliseconds = 200
const firstPauseMilliseconds = 200
const longestPauseMilliseconds = 30_000
/** A pause while the database is away: events must go on as soon as it is back, however long it was away. */
const awayMilliseconds = 300

/** A running consumer. */
export interface ConsumerLoop {
  /** Resolves after the current page was handled. */
  stop(): Promise<void>
}

/** Handles events until stopped. Retries after a failure, with exponential backoff. */
export function startConsumer(consumer: EventConsumer<unknown>, wakeUps: WakeUps, log: Logger): ConsumerLoop {
  const stopping = new AbortController()
  const bell = wakeUps.bell()
  const loop = async () => {
    const backoff = new Backoff(firstPauseMilliseconds, longestPauseMilliseconds)
    let position = 0
    while (!stopping.signal.aborted) {
      bell.reset()
      const looked = performance.now()
      try {
        const page = await consumePage(consumer, position)
        position = page.position
        backoff.reset()
        if (page.isFull) continue
        await bell.rung(stopping.signal)
        await pauseUntil(looked + collectMilliseconds, stopping.signal)
      } catch (error) {
        log.error({ err: error, consumer: consumer.name }, 'events could not be handled')
        const milliseconds = error instanceof DatabaseUnavailable ? awayMilliseconds : backoff.next()
        await pauseUntil(performance.now() + milliseconds, stopping.signal)
      }
    }
    bell.remove()
  }
  const running = loop()
  return {
    async stop() {
      stopping.abort()
      await running
    },
  }
}

/**
 * @param time on the clock of `performance.now()`
 */
async function pauseUntil(time: number, signal: AbortSignal): Promise<void> {
  const rest = time - performance.now()
  if (rest > 0) await pause(rest, undefined, { signal }).catch(() => undefined)
}

interface Page {
  /** True if there may be more events. */
  readonly isFull: boolean
  /** The consumer's position. */
  readonly position: number
}

/**
 * @param known the consumer's position after the previous page. It keeps the queries away from earlier partitions.
 */
async function consumePage(consumer: EventConsumer<unknown>, known: number): Promise<Page> {
  const pageSize = consumer.pageSize ?? usualPageSize
  // Most events are for other consumers. A plain query finds that out more cheaply than a transaction.
  const { work, reached } = await look(consumer, known)
  if (!work) return { isFull: false, position: reached }
  return consumer.database.transaction().execute(async (transaction) => {
    const position = await lockPosition(consumer.name, transaction)
    // Positions increase in commit order, so no event can still appear below the head.
    const head = await headAfter(position, transaction)
    if (head === null) return { isFull: false, position }
    const { rows } = await sql<PlatformEvent>`
      select position, type, owner, data from platform.events
      where type = any(${[...consumer.types]}::text[]) and position > ${position} and position <= ${head}
      order by position limit ${pageSize}`.execute(transaction)
    if (rows.length > 0) await consumer.handle(rows, transaction)
    const last = rows.at(-1)
    const isFull = rows.length === pageSize
    const next = isFull && last ? last.position : head
    await sql`update platform.event_consumers set position = ${next} where name = ${consumer.name}`.execute(transaction)
    return { isFull, position: next }
  })
}

/**
 * Whether the consumer has something to do, and its position. It has something to do if it has no stored position yet,
 * because events are pruned without regard to such a consumer. The same applies if its position is far behind, because
 * each query scans the events in between, and if somebody has set its position back.
 */
async function look(
  consumer: EventConsumer<unknown>,
  known: number,
): Promise<{ readonly work: boolean; readonly reached: number }> {
  const { rows } = await sql<{ work: boolean; reached: number }>`
    select consumers.position as reached, consumers.position < ${known}
      or (select coalesce(max(position), 0) from platform.events where position > ${known})
        - consumers.position >= ${longestLag}
      or exists (
        select from platform.events where type = any(${[...consumer.types]}::text[])
          and events.position > ${known} and events.position > consumers.position
      ) as work
    from platform.event_consumers as consumers where name = ${consumer.name}`.execute(consumer.database)
  return rows[0] ?? { work: true, reached: 0 }
}

/** Locks the consumer's row, so that two processes with the same consumer take turns. */
async function lockPosition(name: string, transaction: Transaction<unknown>): Promise<number> {
  const read = sql<{ position: number }>`
    select position from platform.event_consumers where name = ${name} for update`
  const found = (await read.execute(transaction)).rows[0]
  if (found) return found.position
  await sql`insert into platform.event_consumers (name) values (${name}) on conflict do nothing`.execute(transaction)
  return (await read.execute(transaction)).rows[0]?.position ?? 0
}

/** The position of the newest event after a position; null if there is none. */
async function headAfter(position: number, transaction: Transaction<unknown>): Promise<number | null> {
  const { rows } = await sql<{ head: number | null }>`
    select max(position) as head from platform.events where position > ${position}`.execute(transaction)
  return rows[0]?.head ?? null
}
