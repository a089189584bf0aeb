import { sql } from 'kysely'
import { importEvent } from './announcements.ts'
import { deleteInBatches } from './deleteInBatches.ts'
import { type Parts, type Task, changeImport } from './task.ts'
import { type ImportRow, lockImport } from './importRow.ts'

/**
 * Finishes an import whose files are all imported, in the library already, or failed. Keeps only the rows of failed
 * files, which can be retried.
 */
export async function finishImport(parts: Parts, task: Task): Promise<null> {
  await changeImport(parts, task, async (_change, row) => checkCounts(row))
  const hasFailed = sql`exists (select from photos.import_files as one where one.id = file and one.state = 'failed')`
  await deleteInBatches(parts, task, 'import_album_files', sql`not ${hasFailed}`)
  await deleteInBatches(parts, task, 'import_files', sql`state <> 'failed'`)
  await deleteInBatches(parts, task, 'import_arrivals')
  await changeImport(parts, task, async (change, row) => {
    await sql`
      update photos.imports set state = 'finished', finished_at = clock_timestamp(), worker = null
      where owner_id = ${task.ownerId}`.execute(change)
    await parts.platform.events.append(change, [importEvent('finished', { ...row, state: 'finished' })])
  })
  return null
}

function checkCounts({
  found_count: found,
  imported_count: imported,
  existing_count: existing,
  failed_count: failed,
}: ImportRow) {
  const accounted = imported + existing + failed
  if (accounted !== found) throw new Error(`${found} files were found, but ${accounted} are accounted for.`)
}

/** Ends an import that cannot continue. Starting the import again resumes it from here. */
export async function endWithError({ database, platform }: Parts, ownerId: string): Promise<null> {
  await database.transaction().execute(async (change) => {
    const row = await lockImport(change, ownerId)
    if (row?.state !== 'started') return
    await sql`
      update photos.imports set state = 'error', finished_at = clock_timestamp(), worker = null
      where owner_id = ${ownerId}`.execute(change)
    await platform.events.append(change, [importEvent('error', { ...row, state: 'error' })])
  })
  return null
}
