import { type RawBuilder, sql } from 'kysely'
import { type Parts, type Task, changeImport } from './task.ts'

const rowsPerStatement = 5_000

/** Deletes an import's rows of a table in batches, because a library may have any number of files. */
export async function deleteInBatches(
  parts: Parts,
  task: Task,
  name: 'import_albums' | 'import_album_files' | 'import_arrivals' | 'import_files',
  condition: RawBuilder<unknown> = sql`true`,
): Promise<void> {
  const table = sql.table(`photos.${name}`)
  let count = rowsPerStatement
  while (count === rowsPerStatement) {
    count = await changeImport(parts, task, async (change) => {
      const { rows } = await sql`
        delete from ${table} where ctid = any(array(
          select ctid from ${table} where owner_id = ${task.ownerId} and ${condition} limit ${rowsPerStatement}
        )) returning 1`.execute(change)
      return rows.length
    })
  }
}
