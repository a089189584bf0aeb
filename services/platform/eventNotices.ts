import { type Kysely, sql } from 'kysely'

/** The channel on which processes tell each other the owners of new events. */
export const eventChannel = 'platform_events'

const ownersPerStatement = 1_000

/**
 * Tells all processes the owners of committed events, by NOTIFY. The NOTIFY is not part of the transaction of the
 * events, because PostgreSQL commits transactions with a NOTIFY one after the other. While a notice is on its way,
 * owners are collected for the next one.
 */
export class EventNotices {
  readonly #root: Kysely<unknown>
  #owners = new Set<string>()
  #sending: Promise<void> | undefined

  constructor(root: Kysely<unknown>) {
    this.#root = root
  }

  /** Call it after the commit. */
  add(owners: Iterable<string>): void {
    for (const owner of owners) this.#owners.add(owner)
    if (this.#owners.size > 0) this.#sending ??= this.#send()
  }

  /** Resolves when all owners that were added so far have been sent. */
  async settled(): Promise<void> {
    await this.#sending
  }

  async #send(): Promise<void> {
    while (this.#owners.size > 0) {
      const owners = [...this.#owners].slice(0, ownersPerStatement)
      for (const owner of owners) this.#owners.delete(owner)
      await sql`select pg_notify(${eventChannel}, owner) from unnest(${owners}::text[]) as owner`
        .execute(this.#root)
        // After an error, the poll of each process finds the events.
        .catch(() => undefined)
    }
    this.#sending = undefined
  }
}
