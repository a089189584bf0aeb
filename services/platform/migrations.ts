import { readdir, readFile } from 'node:fs/promises'
import { type Kysely, sql } from 'kysely'
import { type Migration, Migrator } from 'kysely/migration'
import type { Database } from './database.ts'

const fileName = /^\d{4}_[a-z0-9_]+\.sql$/

/**
 * Creates the schema and applies the folder's `NNNN_name.sql` that are not applied yet, all in one transaction. Two
 * processes at once wait for each other. Files name tables without the schema, but for the bodies of functions: they
 * run with the caller's search path.
 * @throws Error that names the file, when one fails, is gone, or comes before one that is applied
 */
export async function migrate(database: Database, schema: string, folder: URL): Promise<void> {
  // The migrator looks at every table of the database first, which takes as long as all else of a start.
  if (await isUpToDate(database, schema, await namesIn(folder, schema))) return
  const migrator = new Migrator({
    db: database.root,
    provider: { getMigrations: () => readMigrations(database, schema, folder) },
    migrationTableSchema: schema,
    migrationTableName: 'migration',
    migrationLockTableName: 'migration_lock',
  })
  const { error, results } = await migrator.migrateToLatest()
  if (!error) return
  const failed = results?.find((result) => result.status === 'Error')?.migrationName
  const reason = error instanceof Error ? error.message : JSON.stringify(error)
  throw new Error(`The migration ${failed ? `${failed} of ` : 'of '}${schema} failed: ${reason}`, { cause: error })
}

async function isUpToDate(database: Database, schema: string, names: readonly string[]): Promise<boolean> {
  const table = `${schema}.migration`
  const { rows } = await database.run('select to_regclass($1) is not null as "isThere"', [table])
  if (rows[0]?.['isThere'] !== true) return false
  const applied = await database.run(`select name from ${table}`)
  const known = new Set(applied.rows.map(({ name }) => name))
  return known.size === names.length && names.every((name) => known.has(name))
}

async function readMigrations(database: Database, schema: string, folder: URL): Promise<Record<string, Migration>> {
  const migrations: Record<string, Migration> = {}
  for (const name of await namesIn(folder, schema)) {
    const text = await readFile(new URL(`${name}.sql`, folder), 'utf8')
    migrations[name] = { up: (transaction) => apply(transaction, schema, text) }
  }
  return migrations
}

/** Of the folder's files, in their order, without their ending. */
async function namesIn(folder: URL, schema: string): Promise<string[]> {
  const names = (await readdir(folder)).filter((name) => name.endsWith('.sql')).toSorted()
  const wrong = names.find((name) => !fileName.test(name))
  if (wrong) throw new Error(`The migration ${wrong} of ${schema} is not named NNNN_name.sql.`)
  return names.map((name) => name.replace(/\.sql$/, ''))
}

/** EXECUTE takes a whole file, where the embedded driver takes one statement; both stay in the migrator's transaction. */
async function apply(transaction: Kysely<unknown>, schema: string, text: string): Promise<void> {
  const [block, body] = [quoteThatIsNotIn(text, 'block'), quoteThatIsNotIn(text, 'body')]
  await sql`set local search_path to ${sql.id(schema)}`.execute(transaction)
  await sql`set local statement_timeout to 0`.execute(transaction)
  await sql.raw(`do ${block} begin execute ${body}${text}${body}; end ${block}`).execute(transaction)
  await sql`set local search_path to default`.execute(transaction)
}

function quoteThatIsNotIn(text: string, name: string): string {
  let quote = `$${name}$`
  for (let number = 1; text.includes(quote); number += 1) quote = `$${name}${number}$`
  return quote
}
