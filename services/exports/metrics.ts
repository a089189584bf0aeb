import { sql } from 'kysely'
import type { MetricReadings } from '../platform/metricsRoute.ts'
import type { Parts } from './parts.ts'
import type { BackupStatus } from './tables.ts'

const statuses: readonly BackupStatus[] = ['REQUESTED', 'IN_PROGRESS', 'READY', 'FAILED']

/** Gauges that show operators whether the promised time is in danger, and how much space exports take. */
export async function measureExports({ database }: Parts): Promise<readonly MetricReadings[]> {
  const { rows } = await sql<{ status: BackupStatus; count: number; oldest: number }>`
    select status, count(*) as count, extract(epoch from now() - min(created_at))::double precision as oldest
    from exports.backups group by status`.execute(database)
  const { rows: other } = await sql<{ unmailed: number; bytes: number }>`
    select
      (select count(*) from exports.backups where ends_at > now() and mailed_at is null) as unmailed,
      (select coalesce(sum(size), 0)::double precision from exports.backup_chunks) as bytes`.execute(database)
  const found = new Map(rows.map((row) => [row.status, row]))
  const oldest = Math.max(0, found.get('REQUESTED')?.oldest ?? 0, found.get('IN_PROGRESS')?.oldest ?? 0)
  return [
    {
      name: 'exports_count',
      help: 'Exports that have not been removed, by status',
      readings: statuses.map((status) => ({ labels: { status }, value: found.get(status)?.count ?? 0 })),
    },
    single('exports_unfinished_oldest_seconds', 'Age of the oldest unfinished export', oldest),
    single('exports_unmailed_count', 'Ended exports whose mail has not been sent', other[0]?.unmailed ?? 0),
    single('exports_stored_bytes', 'Size of the files of all exports', other[0]?.bytes ?? 0),
  ]
}

function single(name: string, help: string, value: number): MetricReadings {
  return { name, help, readings: [{ labels: {}, value }] }
}
