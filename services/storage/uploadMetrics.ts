import { type Kysely, sql } from 'kysely'
import { Gauge, type Registry } from 'prom-client'
import type { StorageTables } from './tables.ts'

/** More uploads of a state are not counted, so that the query stays short. */
const counted = 10_000
const states = ['RECEIVING', 'PROCESSING'] as const

/** Shows operators how many uploads are unfinished, and how many files wait to become photos. */
export function measureUploads(database: Kysely<StorageTables>, registry: Registry): void {
  const unfinished = new Gauge({
    name: 'storage_uploads_unfinished',
    help: `Uploads that have not become photos, by state, up to ${counted}. Missing while the database is away.`,
    labelNames: ['state'],
    registers: [],
    async collect() {
      this.reset()
      try {
        for (const state of states) this.set({ state: state.toLowerCase() }, await countUploads(database, state))
      } catch {
        // There are no values while the database is away, which the gauge `services_database_reachable` shows.
        this.reset()
      }
    },
  })
  registry.registerMetric(unfinished)
}

async function countUploads(database: Kysely<StorageTables>, state: (typeof states)[number]): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*)::int as count from (
      select from storage.uploads where state = ${state} limit ${sql.lit(counted)}
    ) as first`.execute(database)
  return rows[0]?.count ?? 0
}
