import { type Transaction, sql } from 'kysely'
import { daysKept, queues } from './parts.ts'
import type { Platform } from '../platform/platform.ts'
import type { BackupStatus, ExportsTables } from './tables.ts'

type Change = Transaction<ExportsTables>

/** The event that tells a customer's pages about an export. */
export const exportEvent = 'export.changed'

/**
 * How many finished exports one customer may have. Otherwise a customer who keeps changing the library could fill the
 * disk.
 */
const maximumReady = 3
/** The shortest time between two progress events. */
const pauseMilliseconds = 500

/** Announces an export's status. Call it last in a transaction. */
export async function announce(
  platform: Platform,
  change: Change,
  backup: { readonly id: string; readonly owner_id: string; readonly status: BackupStatus; readonly progress: number },
): Promise<void> {
  const { id: backupId, owner_id: owner, status, progress } = backup
  const data = { backupId, status, progress, timestamp: new Date().toISOString() }
  await platform.events.append(change, [{ type: exportEvent, owner, data }])
}

/**
 * Stores the progress of an export, and announces it unless the last event is too recent. The progress never decreases.
 */
export async function storeProgress(
  platform: Platform,
  change: Change,
  backupId: string,
  progress: number,
): Promise<void> {
  const { rows } = await sql<{ owner_id: string; progress: number; is_told: boolean }>`
    update exports.backups set
      progress = greatest(progress, least(cast(${progress} as double precision), 1)),
      told_at = case
        -- Also announce after the clock was set back.
        when told_at <= now() - make_interval(secs => ${pauseMilliseconds / 1_000}) or told_at > now() then now()
        else told_at
      end,
      updated_at = now()
    where id = ${backupId} and status = 'IN_PROGRESS'
    returning owner_id, progress, told_at = now() as is_told`.execute(change)
  const [backup] = rows
  if (backup?.is_told) await announce(platform, change, { id: backupId, status: 'IN_PROGRESS', ...backup })
}

/** Ends an export once, and queues its mail and its clean-up. */
async function end(platform: Platform, change: Change, backupId: string, status: 'READY' | 'FAILED'): Promise<void> {
  const { rows } = await sql<{ id: string; owner_id: string; status: BackupStatus; progress: number }>`
    update exports.backups set status = ${status},
      progress = case when ${status}::text = 'READY' then 1 else progress end,
      updated_at = now(), ends_at = now() + make_interval(days => ${daysKept}::int)
    where id = ${backupId} and status in ('REQUESTED', 'IN_PROGRESS')
    returning id, owner_id, status, progress`.execute(change)
  const [backup] = rows
  if (!backup) return
  await platform.jobs.enqueue(change, queues.mail, { backupId }, { key: backupId })
  await platform.jobs.enqueue(change, queues.cleanUp, { backupId }, { key: backupId })
  if (status === 'READY') await expireOldest(platform, change, backup.owner_id)
  await announce(platform, change, backup)
}

/** Lets a customer's older finished exports expire, except the newest few. */
async function expireOldest(platform: Platform, change: Change, ownerId: string): Promise<void> {
  const { rows } = await sql<{ id: string }>`
    update exports.backups set ends_at = now()
    where owner_id = ${ownerId} and status = 'READY' and ends_at > now() and id not in (
      select id from exports.backups where owner_id = ${ownerId} and status = 'READY'
      order by created_at desc, id desc limit ${maximumReady}
    )
    returning id`.execute(change)
  for (const { id } of rows) await platform.jobs.enqueue(change, queues.cleanUp, { backupId: id }, { key: id })
}

/** All files are finished: they can be downloaded for seven days. */
export async function markReady(platform: Platform, change: Change, backupId: string): Promise<void> {
  await end(platform, change, backupId, 'READY')
}

/** The export has failed: its files will be removed. */
export async function markFailed(platform: Platform, change: Change, backupId: string): Promise<void> {
  await end(platform, change, backupId, 'FAILED')
}
