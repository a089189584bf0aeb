import { readdir, readFile } from 'node:fs/promises'
import { join, relative } from 'node:path'
import { sql } from 'kysely'
import type { Platform } from '../../../services/platform/platform.ts'

interface Column {
  readonly place: string
  readonly column: string
}

/**
 * The folders that `filesWith` does not search. The outbox stands for the mailbox of the recipient. `tablesWith`
 * searches the database.
 */
const notOurs = new Set(['outbox', 'database'])

/** The tables, with their schemas, that have a row with one of these texts. Searches every column of every table. */
export async function tablesWith(platform: Platform, texts: readonly string[]): Promise<readonly string[]> {
  const database = platform.database('platform')
  const { rows } = await sql<{ place: string }>`
    select format('%I.%I', table_schema, table_name) as place from information_schema.tables
    where table_type = 'BASE TABLE' and table_schema not in ('pg_catalog', 'information_schema')
    order by place`.execute(database)
  const found: string[] = []
  for (const { place } of rows) {
    if ((await rowsWith(platform, place, texts)) > 0) found.push(place)
  }
  return found
}

async function rowsWith(platform: Platform, place: string, texts: readonly string[]): Promise<number> {
  const lower = texts.map((text) => text.toLowerCase())
  const { rows } = await sql<{ count: number }>`
    select count(*)::integer as count from ${sql.raw(place)} as found
    where exists (select from unnest(${lower}::text[]) as text where position(text in lower(found::text)) > 0)`.execute(
    platform.database('platform'),
  )
  return rows[0]?.count ?? 0
}

/** The tables with a column that names an account, and those columns. */
export async function columnsOfAccounts(platform: Platform): Promise<readonly Column[]> {
  const { rows } = await sql<Column>`
    select format('%I.%I', table_schema, table_name) as place, column_name as column
    from information_schema.columns
    where column_name in ('account_id', 'owner_id') and table_schema not in ('pg_catalog', 'information_schema')
    order by place`.execute(platform.database('platform'))
  return rows
}

/**
 * The relative paths of the files and folders in the data folder whose path has one of these texts, and of the files
 * whose content has one.
 */
export async function filesWith(dataDir: string, texts: readonly string[]): Promise<readonly string[]> {
  const entries = await readdir(dataDir, { recursive: true, withFileTypes: true })
  const found: string[] = []
  for (const entry of entries) {
    const path = join(entry.parentPath, entry.name)
    const name = relative(dataDir, path)
    if (notOurs.has(name.split('/')[0] ?? '')) continue
    const content = entry.isFile() ? (await readFile(path)).toString('latin1') : ''
    if (texts.some((text) => name.includes(text) || content.includes(text))) found.push(name)
  }
  return found
}

/**
 * The rows of this account in all tables, as sorted text: to see whether the deletion of another account changes them.
 */
export async function rowsOf(platform: Platform, accountId: string): Promise<readonly string[]> {
  const all: string[] = []
  for (const { place, column } of await columnsOfAccounts(platform)) {
    const { rows } = await sql<{ row: string }>`
      select found::text as row from ${sql.raw(place)} as found
      where ${sql.ref(column)}::text = ${accountId}`.execute(platform.database('platform'))
    all.push(...rows.map(({ row }) => `${place} ${row}`))
  }
  return all.toSorted()
}
