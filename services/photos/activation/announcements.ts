import { type Transaction, sql } from 'kysely'
import { type ImportRow, progressOf } from './importRow.ts'
import type { Platform, PlatformEvent } from '../../platform/platform.ts'
import type { PhotosTables } from '../tables.ts'

type ImportEventName = 'started' | 'progress' | 'finished' | 'error'

const statuses = { started: 'IMPORTING', progress: 'IMPORTING', finished: 'ACTIVE', error: 'NOT_ACTIVE' } as const

const progressMilliseconds = 500
/** A smaller step of the progress (0 to 1) is announced only every 5 s. */
const progressStep = 0.002
const progressAtLeastMilliseconds = 5_000

/** The push socket's event about an import. */
export function importEvent(name: ImportEventName, row: ImportRow): Omit<PlatformEvent, 'position'> {
  return {
    type: `activation.${name}`,
    owner: row.owner_id,
    data: { status: statuses[name], progress: progressOf(row), timestamp: new Date().toISOString() },
  }
}

/**
 * Announces progress, at most twice a second. Call it last in a transaction that has locked the import, because
 * consumers do not handle later events of any account until the transaction ends.
 */
export async function announceProgress(
  platform: Platform,
  change: Transaction<PhotosTables>,
  row: ImportRow,
): Promise<void> {
  const progress = progressOf(row)
  const since = Date.now() - row.told_at.getTime()
  const isEnough = progress - row.told_progress >= progressStep || since >= progressAtLeastMilliseconds
  if (since < progressMilliseconds || !isEnough) return
  await sql`
    update photos.imports set told_at = clock_timestamp(), told_progress = ${progress}
    where owner_id = ${row.owner_id}`.execute(change)
  await platform.events.append(change, [importEvent('progress', row)])
}
