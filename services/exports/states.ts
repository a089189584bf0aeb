import { type Transaction, sql } from 'kysely'
import { daysKept, queues } from './parts.ts'
import type { Platform } from '../platform/platform.ts'
import type { BackupStatus, ExportsTables } from './tables.ts'

type Change = Transaction<ExportsTables>

/** The type of the event that announces a change of an export to the customer's pages. */
export const exportEvent = 'export.changed'

/**
 * How many finished exports are kept per customer. Without this limit, a customer who often changes the library and
 * exports it again could fill the disk.
 */
const maximumReady = 3
/** The shortest time between two progress events. */
const pauseMilliseconds = 500

/**
 * Announces an export's status. Call it last in a transaction, because appending an event blocks the account's other
 * appenders until the transaction ends.
 */
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

/**
 * Ends an unfinished export as ready or failed, and queues the mail to the customer and the clean-up of the export.
 * Does nothing if the export has ended already.
 */
async function endExport(
  platform: Platform,
  change: Change,
  backupId: string,
  status: 'READY' | 'FAILED',
): Promise<void> {
  const { rows } = await sql<{ id: string; owner_id: string; status: BackupStatus; progress: number }>`
    update exports.backups set status = ${status},
      progress = case when ${status}::text = 'READY' then 1 else progress end,
      updated_at = now(), ends_at = now() + make_interval(days => ${daysKept}::int)
    where id = ${backupId} and status in ('REQUESTED', 'IN_PROGRESS')
    returning id, owner_id, status, progress`.execute(change)
  const [backup] = rows
  if (!backup) return
  const options = { key: backupId, owner: backup.owner_id }
  await platform.jobs.enqueue(change, queues.mail, { backupId }, options)
  await platform.jobs.enqueue(change, queues.cleanUp, { backupId }, options)
  if (status === 'READY') await expireOldest(platform, change, backup.owner_id)
  await announce(platform, change, backup)
}

/** Expires all finished exports of a customer except the newest three. */
async function expireOldest(platform: Platform, change: Change, ownerId: string): Promise<void> {
  const { rows } = await sql<{ id: string }>`
    update exports.backups set ends_at = now()
    where owner_id = ${ownerId} and status = 'READY' and ends_at > now() and id not in (
      select id from exports.backups where owner_id = ${ownerId} and status = 'READY'
      order by created_at desc, id desc limit ${maximumReady}
    )
    returning id`.execute(change)
  for (const { id } of rows) {
    await platform.jobs.enqueue(change, queues.cleanUp, { backupId: id }, { key: id, owner: ownerId })
  }
}

/** Marks an export as ready. Its files can be downloaded for seven days. */
export async function markReady(platform: Platform, change: Change, backupId: string): Promise<void> {
  await endExport(platform, change, backupId, 'READY')
}

/** Marks an export as failed. Its files will be removed. */
export async function markFailed(platform: Platform, change: Change, backupId: string): Promise<void> {
  await endExport(platform, change, backupId, 'FAILED')
}
