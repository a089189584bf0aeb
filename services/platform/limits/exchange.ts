import { sql } from 'kysely'
import type { Logger } from 'pino'
import type { Database } from '../databaseTypes.ts'
import { deleteInPages } from '../deleteInPages.ts'
import type { Buckets } from './buckets.ts'

const intervalMilliseconds = 500
/** Maximum number of callers per statement. */
const maximumCallers = 500
const warningMilliseconds = 60_000

/** Adds the counts to the table in the order of the callers, so that two replicas cannot deadlock. */
const exchangeCounts = `
  insert into platform.request_counts as known (caller, full_at)
  select caller, now() + milliseconds * interval '1 ms'
  from unnest($1::text[], $2::float8[]) as taken (caller, milliseconds)
  order by caller
  on conflict (caller) do update
    set full_at = greatest(known.full_at, now()) + (excluded.full_at - now())
  returning caller, (extract(epoch from full_at - now()) * 1000)::float8 as milliseconds`

/** One limit: its name, and the buckets of its callers. The name is part of the callers' keys in the table. */
export interface NamedBuckets {
  readonly name: string
  readonly buckets: Buckets
}

/**
 * Exchanges counts with the other replicas through the database: twice a second at most, one statement for all callers
 * that have taken a tenth of a burst. Requests never wait for an exchange. While the database fails, each replica
 * counts alone.
 */
export class CountExchange {
  readonly #database: Pick<Database, 'run'>
  readonly #limits: readonly NamedBuckets[]
  readonly #hash: (text: string) => string
  readonly #log: Logger
  #timer: NodeJS.Timeout | undefined
  #running: Promise<void> | null = null
  #warnedAt = Number.NEGATIVE_INFINITY

  /** @param options.hash a keyed hash that is the same in all replicas */
  constructor(options: {
    readonly database: Pick<Database, 'run'>
    readonly limits: readonly NamedBuckets[]
    readonly hash: (text: string) => string
    readonly log: Logger
  }) {
    this.#database = options.database
    this.#limits = options.limits
    this.#hash = options.hash
    this.#log = options.log
  }

  start(): void {
    this.#timer = setInterval(() => void this.exchange(), intervalMilliseconds).unref()
  }

  async stop(): Promise<void> {
    clearInterval(this.#timer)
    await this.#running
  }

  /**
   * Exchanges the counts that are due. Never rejects. If an exchange is still running, waits for that exchange instead.
   */
  exchange(): Promise<void> {
    this.#running ??= this.#exchangeOnce().finally(() => {
      this.#running = null
    })
    return this.#running
  }

  async #exchangeOnce(): Promise<void> {
    const taken = this.#limits.flatMap(({ name, buckets }) =>
      buckets.takeDue(maximumCallers).map((each) => ({ ...each, buckets, key: this.#hash(`${name} ${each.caller}`) })),
    )
    if (taken.length === 0) return
    try {
      const keys = taken.map(({ key }) => key)
      const times = taken.map(({ tokens, buckets }) => tokens * buckets.interval)
      const { rows } = await this.#database.run(exchangeCounts, [keys, times])
      const shared = new Map(rows.map(({ caller, milliseconds }) => [String(caller), Number(milliseconds)]))
      for (const { key, caller, buckets } of taken) buckets.apply(caller, shared.get(key) ?? 0)
    } catch (error) {
      for (const each of taken) each.buckets.restore(each)
      this.#warn(error)
    }
  }

  #warn(error: unknown): void {
    const now = performance.now()
    if (now - this.#warnedAt < warningMilliseconds) return
    this.#warnedAt = now
    this.#log.warn({ err: error }, 'the counts of requests could not be exchanged: each replica counts alone')
  }
}

/** Removes the counts of callers whose buckets are full again. If the signal is aborted, the next call continues. */
export async function pruneCounts(database: Database, signal: AbortSignal): Promise<void> {
  await deleteInPages(database.root, { table: 'platform.request_counts', where: sql`full_at < now()` }, signal)
}
