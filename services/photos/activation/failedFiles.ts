import { sql } from 'kysely'
import { noAlbum } from './listing/listing.ts'
import { type Parts, type Task, changeImport } from './task.ts'

const filesPerStatement = 500

/** Queues the failed files again, each as a new upload. */
export async function queueFailedFiles(parts: Parts, task: Task, signal: AbortSignal): Promise<void> {
  const { ownerId } = task
  let left = true
  while (left) {
    signal.throwIfAborted()
    left = await changeImport(parts, task, async (change, { round }) => {
      const { rows } = await sql<{ count: number }>`
        with next as materialized (
          select id from photos.import_files where owner_id = ${ownerId} and state = 'failed'
          order by number limit ${filesPerStatement}
        ), again as (
          update photos.import_files set state = 'waiting', reason = null, upload_id = gen_random_uuid(), image_id = null,
            duplicate = null, attempts = 0, next_at = '-infinity', round = ${round}
          where id = any(array(select id from next)) returning id
        ), counts as (
          select album, count(*)::integer as count
          from again join photos.import_album_files on file = again.id group by album
        ), albums as (
          update photos.import_albums set failed_count = failed_count - counts.count,
            reached = case when position < ${noAlbum} then null else 0 end
          from counts where owner_id = ${ownerId} and position = counts.album
        )
        update photos.imports set failed_count = failed_count - (select count(*) from again)
        where owner_id = ${ownerId} returning (select count(*) from again)::integer as count`.execute(change)
      return rows[0]?.count === filesPerStatement
    })
  }
  await changeImport(parts, task, async (change) => {
    await sql`update photos.imports set phase = 'files' where owner_id = ${ownerId}`.execute(change)
  })
}
