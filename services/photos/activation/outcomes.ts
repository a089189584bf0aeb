import { type RawBuilder, type Transaction, sql } from 'kysely'
import { z } from 'zod'
import { announceProgress } from './announcements.ts'
import { lockImport } from './importRow.ts'
import { type Parts, type Task, changeImport } from './task.ts'
import type { PlatformEvent } from '../../platform/platform.ts'
import type { PhotosTables } from '../tables.ts'

/** Why a file could not be imported. */
export type FailureReason =
  | 'UNSUPPORTED_TYPE'
  | 'DAMAGED_FILE'
  | 'EMPTY_FILE'
  | 'TOO_MANY_PIXELS'
  | 'FILE_TOO_LARGE'
  | 'MISSING_FILE'
  | 'FAILED'

/**
 * A file that storage has stored. The import waits until the original is ready in this generation or a later one, or
 * was rejected.
 */
export interface StoredFile {
  readonly imageId: string
  readonly duplicate: boolean
  readonly generation: number
}

/** Records that storage has the file. The file becomes a photo once its renditions are made. */
export async function recordStored(
  parts: Parts,
  task: Task,
  id: string,
  { imageId, duplicate, generation }: StoredFile,
): Promise<void> {
  await changeImport(parts, task, async (change) => {
    await sql`
      update photos.import_files
      set state = 'stored', image_id = ${imageId}, duplicate = ${duplicate}, generation = ${generation}
      where id = ${id} and state = 'waiting'`.execute(change)
    await sql`
      update photos.imports set progressed_at = clock_timestamp() where owner_id = ${task.ownerId}`.execute(change)
  })
}

export async function recordFailed(parts: Parts, task: Task, id: string, reason: FailureReason): Promise<void> {
  await settle(parts, task, sql`select ${id}::uuid as id, 'failed' as state, ${reason}::text as reason`)
}

/**
 * Settles stored files whose originals have become photos or were rejected. A ready original settles a file only if the
 * generation of the original is at least that of the file, because the photo of an earlier generation may have been
 * deleted since. The generation of the photo in the library counts too, because earlier releases record arrivals
 * without a generation. A duplicate of a photo in the trash counts as imported, because it brought the photo back.
 * @returns the number of settled files
 */
export async function settleProcessed(parts: Parts, task: Task): Promise<number> {
  return settle(
    parts,
    task,
    sql`
      select stored.id, arrived.code as reason,
        case
          when arrived.code is not null then 'failed'
          when stored.duplicate and stored.generation is distinct from arrived.restored_generation then 'existing'
          else 'imported'
        end as state
      from photos.import_files as stored
      join photos.import_arrivals as arrived
        on arrived.owner_id = stored.owner_id and arrived.image_id = stored.image_id
      left join photos.photos on photos.id = stored.image_id and photos.owner_id = stored.owner_id
      where stored.owner_id = ${task.ownerId} and stored.state = 'stored' and (
        arrived.code is not null or greatest(arrived.generation, photos.generation) >= stored.generation
      )`,
  )
}

/** Records the outcome of files. The same statement counts them, for the import and for each album. */
async function settle(parts: Parts, task: Task, outcomes: RawBuilder<unknown>): Promise<number> {
  return changeImport(parts, task, async (change) => {
    const { rows } = await sql<{ count: number }>`
      with outcomes as materialized (${outcomes}), settled as (
        update photos.import_files set state = outcomes.state, reason = outcomes.reason
        from outcomes where import_files.id = outcomes.id and import_files.state in ('waiting', 'stored')
        returning import_files.id, import_files.state
      ), counts as (
        select album, ${countsOf('settled')}
        from settled join photos.import_album_files on file = settled.id group by album
      ), albums as (
        update photos.import_albums set ${adding('counts')} from counts
        where owner_id = ${task.ownerId} and position = counts.album
      ), total as (
        select ${countsOf('settled')} from settled having count(*) > 0
      )
      update photos.imports set ${adding('total')}, progressed_at = clock_timestamp() from total
      where owner_id = ${task.ownerId} returning imported + existing + failed as count`.execute(change)
    const count = rows[0]?.count ?? 0
    const row = count > 0 ? await lockImport(change, task.ownerId) : undefined
    if (row) await announceProgress(parts.platform, change, row)
    return count
  })
}

function countsOf(table: string): RawBuilder<unknown> {
  const state = sql.ref(`${table}.state`)
  return sql`
    (count(*) filter (where ${state} = 'imported'))::integer as imported,
    (count(*) filter (where ${state} = 'existing'))::integer as existing,
    (count(*) filter (where ${state} = 'failed'))::integer as failed`
}

function adding(table: string): RawBuilder<unknown> {
  return sql`
    imported_count = imported_count + ${sql.ref(`${table}.imported`)},
    existing_count = existing_count + ${sql.ref(`${table}.existing`)},
    failed_count = failed_count + ${sql.ref(`${table}.failed`)}`
}

const arrivalSchema = z.object({
  imageId: z.uuid(),
  generation: z.number().int().optional(),
  code: z.string().optional(),
})

/**
 * For accounts with an unfinished import, records which originals are ready or were rejected. The import reads these
 * records later, because an original may be processed before the import knows its id. Call in the transaction in which
 * originals become photos.
 * @param restored the ids of the photos that came back from the trash
 */
export async function recordProcessed(
  events: readonly PlatformEvent[],
  restored: ReadonlySet<string>,
  change: Transaction<PhotosTables>,
): Promise<void> {
  const owners = [...new Set(events.map(({ owner }) => owner))]
  const { rows } = await sql<{ owner_id: string }>`
    select owner_id from photos.imports
    where owner_id = any(${owners}::uuid[]) and state <> 'finished'`.execute(change)
  if (rows.length === 0) return
  const importing = new Set(rows.map((row) => row.owner_id))
  const arrivals = new Map<string, { owner: string; imageId: string; generation: number; code: string | null }>()
  for (const { owner, data } of events) {
    if (!importing.has(owner)) continue
    const { imageId, generation = 1, code = null } = arrivalSchema.parse(data)
    // The latest event of an original has its highest generation.
    arrivals.set(imageId, { owner, imageId, generation, code })
  }
  const processed = [...arrivals.values()]
  const restoredGenerations = processed.map(({ imageId, generation }) => (restored.has(imageId) ? generation : null))
  await sql`
    insert into photos.import_arrivals (owner_id, image_id, generation, code, restored_generation)
    select * from unnest(
      ${processed.map(({ owner }) => owner)}::uuid[], ${processed.map(({ imageId }) => imageId)}::uuid[],
      ${processed.map(({ generation }) => generation)}::integer[], ${processed.map(({ code }) => code)}::text[],
      ${restoredGenerations}::integer[]
    )
    on conflict (owner_id, image_id) do update
      set generation = greatest(import_arrivals.generation, excluded.generation), code = excluded.code,
        restored_generation = coalesce(excluded.restored_generation, import_arrivals.restored_generation)`.execute(
    change,
  )
}
