import { setTimeout as pause } from 'node:timers/promises'
import { sql, type Transaction } from 'kysely'
import type { Logger } from 'pino'
import { Backoff } from './backoff.ts'
import { DatabaseUnavailable } from './databaseUnavailable.ts'
import { readPositions } from './eventPositions.ts'
import type { EventWork } from './eventWork.ts'
import type { EventConsumer, PlatformEvent } from './platform.ts'
import type { WakeUps } from './wakeUps.ts'

const usualPageSize = 100
/**
 * The first event is handled immediately. Later events are collected for this long (ms), because a query costs much
 * more than a row.
 */
const collectMilliseconds = 200
/**
 * How long to wait (ms) before the next query, if events cannot be handled before other transactions end. No
 * notification is sent when these end.
 */
const unsettledMilliseconds = 50
const firstPauseMilliseconds = 200
const longestPauseMilliseconds = 30_000
/**
 * The pause (ms) between attempts while the database is unavailable. It does not grow with the attempts, so that events
 * are handled soon after the database is available again.
 */
const awayMilliseconds = 300

/** A running consumer. */
export interface ConsumerLoop {
  /** Resolves after the current page was handled. */
  stop(): Promise<void>
}

/** What all consumers of a process share. */
interface ConsumerParts {
  readonly wakeUps: WakeUps
  readonly work: EventWork
  readonly log: Logger
}

/** Handles events until stopped. Retries after a failure, with exponential backoff. */
export function startConsumer(consumer: EventConsumer<unknown>, { wakeUps, work, log }: ConsumerParts): ConsumerLoop {
  const stopping = new AbortController()
  const bell = wakeUps.bell()
  const loop = async () => {
    const backoff = new Backoff(firstPauseMilliseconds, longestPauseMilliseconds)
    let position = 0
    while (!stopping.signal.aborted) {
      bell.reset()
      try {
        const page = await consumePage(consumer, position, work)
        position = page.position
        backoff.reset()
        if (page.rest === 'more') continue
        const isDone = page.rest === 'none'
        const paused = pauseFor(isDone ? collectMilliseconds : unsettledMilliseconds, stopping.signal)
        if (isDone) await bell.rung(stopping.signal)
        await paused
      } catch (error) {
        log.error({ err: error, consumer: consumer.name }, 'events could not be handled')
        await pauseFor(error instanceof DatabaseUnavailable ? awayMilliseconds : backoff.next(), stopping.signal)
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

async function pauseFor(milliseconds: number, signal: AbortSignal): Promise<void> {
  await pause(milliseconds, undefined, { signal }).catch(() => undefined)
}

interface Page {
  /**
   * `more`: there may be more events. `unsettled`: there may be events which cannot be handled yet, because events with
   * lower positions are still being written.
   */
  readonly rest: 'none' | 'more' | 'unsettled'
  /** The consumer's position. */
  readonly position: number
}

/**
 * @param known the consumer's position after the previous page. With this position, the queries skip earlier
 *   partitions.
 */
async function consumePage(consumer: EventConsumer<unknown>, known: number, work: EventWork): Promise<Page> {
  const pageSize = consumer.pageSize ?? usualPageSize
  // Most events are for other consumers. A plain query finds out more cheaply than a transaction that there is nothing
  // to do.
  const { hasWork, reached } = await work.find({ name: consumer.name, types: consumer.types, known })
  if (!hasWork) return { rest: 'none', position: reached }
  return consumer.database.transaction().execute(async (transaction) => {
    const position = await lockPosition(consumer.name, transaction)
    const { settled, last } = await readPositions(transaction)
    const rest = settled < last ? 'unsettled' : 'none'
    if (settled <= position) return { rest, position }
    const { rows } = await sql<PlatformEvent>`
      select position, type, owner, data from platform.events
      where type = any(${[...consumer.types]}::text[]) and position > ${position} and position <= ${settled}
      order by position limit ${pageSize}`.execute(transaction)
    if (rows.length > 0) await consumer.handle(rows, transaction)
    const lastRow = rows.length === pageSize ? rows.at(-1) : undefined
    const next = lastRow?.position ?? settled
    await sql`update platform.event_consumers set handled_to = ${next} where name = ${consumer.name}`.execute(
      transaction,
    )
    return { rest: lastRow ? 'more' : rest, position: next }
  })
}

/** Locks the consumer's row, so that two processes with the same consumer take turns. */
async function lockPosition(name: string, transaction: Transaction<unknown>): Promise<number> {
  const read = sql<{ position: number }>`
    select handled_to as position from platform.event_consumers where name = ${name} for update`
  const found = (await read.execute(transaction)).rows[0]
  if (found) return found.position
  await sql`insert into platform.event_consumers (name) values (${name}) on conflict do nothing`.execute(transaction)
  return (await read.execute(transaction)).rows[0]?.position ?? 0
}
