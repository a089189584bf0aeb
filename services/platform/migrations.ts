import { readdir, readFile } from 'node:fs/promises'
import { type Kysely, sql } from 'kysely'
import { type Migration, Migrator } from 'kysely/migration'
import type { Database } from './databaseTypes.ts'

const fileName = /^\d{4}_[a-z0-9_]+\.sql$/

/**
 * Creates the schema and applies the folder's pending `NNNN_name.sql` files, all in one transaction. If two processes
 * migrate at the same time, one waits for the other. The files name tables without the schema, except in function
 * bodies: function bodies run with the caller's search path.
 * @throws Error that names the file if a file fails, is missing, or sorts before an applied one
 */
export async function migrate(database: Database, schema: string, folder: URL): Promise<void> {
  // Checked first, because the migrator scans every table of the database, which would double the start-up time.
  if (await isUpToDate(database, schema, await namesIn(folder, schema))) return
  // The migrator holds a lock of its session.
  const { error, results } = await database.inSession((root) =>
    new Migrator({
      db: root,
      provider: { getMigrations: () => readMigrations(database, schema, folder) },
      migrationTableSchema: schema,
      migrationTableName: 'migration',
      migrationLockTableName: 'migration_lock',
    }).migrateToLatest(),
  )
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

/** The folder's migrations in order, without their extension. */
async function namesIn(folder: URL, schema: string): Promise<string[]> {
  const names = (await readdir(folder)).filter((name) => name.endsWith('.sql')).toSorted()
  const wrong = names.find((name) => !fileName.test(name))
  if (wrong) throw new Error(`The migration ${wrong} of ${schema} is not named NNNN_name.sql.`)
  return names.map((name) => name.replace(/\.sql$/, ''))
}

/**
 * Runs a whole file in the migrator's transaction. Uses EXECUTE, because the embedded driver accepts only one statement
 * per query.
 */
async function apply(transaction: Kysely<unknown>, schema: string, text: string): Promise<void> {
  const [block, body] = [unusedQuote(text, 'block'), unusedQuote(text, 'body')]
  await sql`set local search_path to ${sql.id(schema)}`.execute(transaction)
  await sql`set local statement_timeout to 0`.execute(transaction)
  await sql.raw(`do ${block} begin execute ${body}${text}${body}; end ${block}`).execute(transaction)
  await sql`set local search_path to default`.execute(transaction)
}

function unusedQuote(text: string, name: string): string {
  let quote = `$${name}$`
  for (let number = 1; text.includes(quote); number += 1) quote = `$${name}${number}$`
  return quote
}
