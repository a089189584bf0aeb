import { sql } from 'kysely'
import { newsOf } from './announcements.ts'
import { changeImport } from './task.ts'
import { lockImport } from './importRow.ts'
import type { Parts, Task } from './task.ts'

const rowsPerStatement = 5_000

/** The import is done: every file that was found is accounted for. */
export async function finishImport(parts: Parts, task: Task): Promise<null> {
  await changeImport(parts, task, async (change, row) => {
    const accounted = row.imported_count + row.existing_count + row.failed_count
    if (accounted !== row.found_count) {
      throw new Error(`Of ${row.found_count} files that were found ${accounted} are accounted for.`)
    }
    await sql`
      update photos.imports set state = 'finished', finished_at = clock_timestamp(), worker = null
      where owner_id = ${task.ownerId}`.execute(change)
    await parts.platform.events.append(change, [newsOf('finished', { ...row, state: 'finished' })])
  })
  await forgetArrivals(parts, task.ownerId)
  return null
}

/** The import cannot go on; started again, it goes on from here. */
export async function endWithError({ database, platform }: Parts, ownerId: string): Promise<null> {
  await database.transaction().execute(async (change) => {
    const row = await lockImport(change, ownerId)
    if (row?.state !== 'started') return
    await sql`
      update photos.imports set state = 'error', finished_at = clock_timestamp(), worker = null
      where owner_id = ${ownerId}`.execute(change)
    await platform.events.append(change, [newsOf('error', { ...row, state: 'error' })])
  })
  return null
}

async function forgetArrivals({ database }: Parts, ownerId: string): Promise<void> {
  let left = true
  while (left) {
    const { rows } = await sql`
      delete from photos.import_arrivals where ctid = any(array(
        select ctid from photos.import_arrivals where owner_id = ${ownerId} limit ${rowsPerStatement}
      )) returning 1`.execute(database)
    left = rows.length === rowsPerStatement
  }
}
