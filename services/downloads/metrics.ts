import { type Kysely, sql } from 'kysely'
import type { MetricReadings } from '../platform/metricsRoute.ts'
import type { DownloadState, DownloadsTables } from './tables.ts'

const states: readonly DownloadState[] = ['started', 'finished', 'error']

/** Gauges that show operators whether archives wait or fail, and how much space they take. */
export async function measureDownloads(database: Kysely<DownloadsTables>): Promise<readonly MetricReadings[]> {
  const { rows } = await sql<{ state: DownloadState; count: number; oldest: number; bytes: number }>`
    select state, count(*) as count, extract(epoch from now() - min(created_at))::double precision as oldest,
      coalesce(sum(size), 0)::double precision as bytes
    from downloads.downloads group by state`.execute(database)
  const found = new Map(rows.map((row) => [row.state, row]))
  return [
    {
      name: 'downloads_count',
      help: 'Archives that have not been removed, by state',
      readings: states.map((state) => ({ labels: { state }, value: found.get(state)?.count ?? 0 })),
    },
    {
      name: 'downloads_unfinished_oldest_seconds',
      help: 'Age of the oldest unfinished archive',
      readings: [{ labels: {}, value: Math.max(0, found.get('started')?.oldest ?? 0) }],
    },
    {
      name: 'downloads_stored_bytes',
      help: 'Size of all archives',
      readings: [{ labels: {}, value: found.get('finished')?.bytes ?? 0 }],
    },
  ]
}
