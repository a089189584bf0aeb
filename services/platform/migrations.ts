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

async function readMigrations(database: Database, schema: string, folder: URL): Promise<Record<string, Migration>> {
  const names = (await readdir(folder)).filter((name) => name.endsWith('.sql')).toSorted()
  const wrong = names.find((name) => !fileName.test(name))
  if (wrong) throw new Error(`The migration ${wrong} of ${schema} is not named NNNN_name.sql.`)
  const migrations: Record<string, Migration> = {}
  for (const name of names) {
    const text = await readFile(new URL(name, folder), 'utf8')
    migrations[name.replace(/\.sql$/, '')] = { up: (transaction) => apply(transaction, schema, text) }
  }
  return migrations
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
