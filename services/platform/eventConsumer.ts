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
    while (!stopping.signal.aborted) {
      bell.reset()
      const looked = performance.now()
      try {
        const more = await consumePage(consumer)
        backoff.reset()
        if (more) continue
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

/**
 * @returns true if there may be more events
 */
async function consumePage(consumer: EventConsumer<unknown>): Promise<boolean> {
  const pageSize = consumer.pageSize ?? usualPageSize
  // Most events are for other consumers. A plain query finds that out more cheaply than a transaction.
  if (!(await hasWork(consumer))) return false
  return consumer.database.transaction().execute(async (transaction) => {
    const position = await lockPosition(consumer.name, transaction)
    // Positions increase in commit order, so no event can still appear below the head.
    const head = await headOf(transaction)
    if (head <= position) return false
    const { rows } = await sql<PlatformEvent>`
      select position, type, owner, data from platform.events
      where type = any(${[...consumer.types]}::text[]) and position > ${position} and position <= ${head}
      order by position limit ${pageSize}`.execute(transaction)
    if (rows.length > 0) await consumer.handle(rows, transaction)
    const last = rows.at(-1)
    const reached = rows.length === pageSize && last ? last.position : head
    await sql`update platform.event_consumers set position = ${reached} where name = ${consumer.name}`.execute(
      transaction,
    )
    return rows.length === pageSize
  })
}

/**
 * True if the consumer has something to do. Also true if the consumer has no stored position yet, because events are
 * pruned without regard to such a consumer. Also true if its position is far behind, because each query scans the
 * events in between.
 */
async function hasWork(consumer: EventConsumer<unknown>): Promise<boolean> {
  const { rows } = await sql<{ work: boolean }>`
    select (select coalesce(max(position), 0) from platform.events) - reached.position >= ${longestLag} or exists (
      select from platform.events
      where type = any(${[...consumer.types]}::text[]) and events.position > reached.position
    ) as work
    from platform.event_consumers as reached where name = ${consumer.name}`.execute(consumer.database)
  return rows[0]?.work ?? true
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

async function headOf(transaction: Transaction<unknown>): Promise<number> {
  const { rows } = await sql<{ head: number }>`select coalesce(max(position), 0) as head from platform.events`.execute(
    transaction,
  )
  return rows[0]?.head ?? 0
}
