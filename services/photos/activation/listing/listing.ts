import { sql } from 'kysely'
import { deleteInBatches } from '../deleteInBatches.ts'
import { readIndex } from './libraryIndex.ts'
import { ListingBatch } from './listingBatch.ts'
import { type Parts, type Task, changeImport } from '../task.ts'

/** The album number of files that are in no album. */
export const noAlbum = 2_147_483_647

const rowsPerStatement = 5_000

/**
 * Writes the listing of an older library to the database: its albums, and each file once, whether `library.json` names
 * the file or the file only exists in storage. An interrupted listing starts again from the beginning.
 */
export async function listOlderLibrary(parts: Parts, task: Task, signal: AbortSignal): Promise<void> {
  await deleteListing(parts, task)
  const batch = new ListingBatch()
  const write = async () => {
    signal.throwIfAborted()
    await changeImport(parts, task, (change) => batch.write(change, task.ownerId))
  }
  const index = await parts.source.index(task.folder)
  if (index) {
    for await (const fact of readIndex(index)) {
      batch.add(fact)
      if (batch.isFull) await write()
    }
  }
  for await (const paths of parts.source.files(task.folder)) {
    for (const path of paths) batch.addFound(path)
    if (batch.isFull) await write()
  }
  await write()
  await listFilesWithoutAlbum(parts, task)
  await changeImport(parts, task, async (change) => {
    await sql`
      update photos.imports set phase = 'files', progressed_at = clock_timestamp()
      where owner_id = ${task.ownerId}`.execute(change)
  })
}

async function deleteListing(parts: Parts, task: Task): Promise<void> {
  await deleteInBatches(parts, task, 'import_album_files')
  await deleteInBatches(parts, task, 'import_files')
  await deleteInBatches(parts, task, 'import_albums')
  await changeImport(parts, task, async (change) => {
    await sql`update photos.imports set found_count = 0 where owner_id = ${task.ownerId}`.execute(change)
  })
}

/** Puts the files that are in no album into a pseudo-album, so that reports need no special case for them. */
async function listFilesWithoutAlbum(parts: Parts, task: Task): Promise<void> {
  const { ownerId } = task
  let reached = -1
  for (;;) {
    const from = reached
    const next = await changeImport(parts, task, async (change) => {
      const { rows } = await sql<{ last: number | null }>`
        with page as materialized (
          select id, number from photos.import_files
          where owner_id = ${ownerId} and number > ${from} order by number limit ${rowsPerStatement}
        ), loose as (
          insert into photos.import_album_files (owner_id, album, place, file)
          select ${ownerId}, ${noAlbum}, number, id from page
          where not exists (select from photos.import_album_files where file = page.id)
          returning 1
        ), album as (
          insert into photos.import_albums (owner_id, position, found_count, reached)
          select ${ownerId}, ${noAlbum}, count(*), 0 from loose having count(*) > 0
          on conflict (owner_id, position) do update
            set found_count = import_albums.found_count + excluded.found_count
        )
        select max(number) as last from page`.execute(change)
      return rows[0]?.last ?? null
    })
    if (next === null) return
    reached = next
  }
}
