import { setImmediate } from 'node:timers/promises'
import { type Kysely, sql } from 'kysely'

/** How many positions a consumer's stored position may be behind the newest event. */
const longestLag = 200

/** Whether a consumer has something to do, and its stored position. */
interface ConsumerWork {
  readonly hasWork: boolean
  readonly reached: number
}

/** The consumer that asks whether it has something to do. */
interface Question {
  readonly name: string
  readonly types: readonly string[]
  /** The consumer's position when it asked last. The query skips the partitions before the lowest of them. */
  readonly known: number
}

interface Waiting extends Question {
  readonly resolve: (work: ConsumerWork) => void
  readonly reject: (error: unknown) => void
}

/** The stored positions of the consumers, and the position of the newest event of each type. */
interface Positions {
  readonly consumers: ReadonlyMap<string, number>
  readonly types: ReadonlyMap<string, number>
}

/**
 * Finds out which consumers have something to do. Each event wakes all consumers of the process, and most events are
 * for few of them. So one query answers all consumers that ask at the same time. Before, each consumer made a query of
 * its own: 42 statements after each event, which took the embedded database 60 ms, and all other requests waited.
 */
export class EventWork {
  readonly #root: Kysely<unknown>
  #waiting: Waiting[] = []
  #isAnswering = false

  constructor(root: Kysely<unknown>) {
    this.#root = root
  }

  /**
   * A consumer has something to do if there are later events of its types. It also has something to do if it has no
   * stored position yet, because events are pruned without regard to such a consumer; if its position is far behind,
   * because each query scans the events in between; or if somebody has set its position back.
   */
  find(question: Question): Promise<ConsumerWork> {
    const { promise, resolve, reject } = Promise.withResolvers<ConsumerWork>()
    this.#waiting.push({ ...question, resolve, reject })
    if (!this.#isAnswering) void this.#answerAll()
    return promise
  }

  async #answerAll(): Promise<void> {
    this.#isAnswering = true
    while (this.#waiting.length > 0) {
      // The other consumers that the same event wakes ask in the meantime.
      await setImmediate()
      const asked = this.#waiting
      this.#waiting = []
      try {
        const positions = await readPositionsOf(this.#root, asked)
        for (const each of asked) each.resolve(workOf(each, positions))
      } catch (error) {
        for (const each of asked) each.reject(error)
      }
    }
    this.#isAnswering = false
  }
}

/**
 * Reads only the newest `longestLag` events. If later events of a consumer are not among them, the consumer is far
 * behind.
 */
async function readPositionsOf(root: Kysely<unknown>, asked: readonly Question[]): Promise<Positions> {
  const names = asked.map(({ name }) => name)
  const lowest = Math.min(...asked.map(({ known }) => known))
  const { rows } = await sql<{ consumer: string | null; type: string | null; position: number }>`
    select name as consumer, null as type, handled_to as position
    from platform.event_consumers where name = any(${names}::text[])
    union all
    select null, type, max(position) from (
      select type, position from platform.events where position > ${lowest} order by position desc limit ${longestLag}
    ) as newest group by type`.execute(root)
  return {
    consumers: new Map(rows.flatMap(({ consumer, position }) => (consumer === null ? [] : [[consumer, position]]))),
    types: new Map(rows.flatMap(({ type, position }) => (type === null ? [] : [[type, position]]))),
  }
}

function workOf({ name, types, known }: Question, positions: Positions): ConsumerWork {
  const reached = positions.consumers.get(name)
  if (reached === undefined) return { hasWork: true, reached: 0 }
  const newest = Math.max(0, ...positions.types.values())
  const newestOwn = Math.max(0, ...types.map((type) => positions.types.get(type) ?? 0))
  return { hasWork: reached < known || newest - reached >= longestLag || newestOwn > reached, reached }
}
