import { createHash } from 'node:crypto'
import { cpSync, globSync, readFileSync } from 'node:fs'
import { access, mkdir, mkdtemp, rename, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { PGlite } from '@electric-sql/pglite'
import { prepareDatabase } from './preparedDatabase.ts'

const root = join(import.meta.dirname, '../..')
const cache = join(root, 'node_modules/.cache/keepsake')
/** Files that determine the content of a prepared database. A change in one of them invalidates the cache. */
const inputs = [
  'package-lock.json',
  'services/*/migrations/*.sql',
  'tests/support/{embeddedTemplate,preparedDatabase}.ts',
]
let template: Promise<string> | undefined

/**
 * Puts an embedded database with the empty tables of every service into a data folder. It copies a template that is
 * created once, which takes a tenth of the time of creating the tables.
 */
export async function copyEmbeddedTemplate(dataDir: string): Promise<void> {
  template ??= findOrMakeTemplate()
  // Copy synchronously, because copying hundreds of small files asynchronously takes ten times the CPU time.
  cpSync(await template, join(dataDir, 'database'), { recursive: true })
}

async function findOrMakeTemplate(): Promise<string> {
  const folder = join(cache, `database-${fingerprint()}`)
  const exists = await access(folder).then(
    () => true,
    () => false,
  )
  if (exists) return folder
  await mkdir(cache, { recursive: true })
  const unfinished = await mkdtemp(join(cache, 'unfinished-'))
  await prepareDatabase({ dataDir: unfinished, databaseUrl: undefined })
  await shrink(join(unfinished, 'database'))
  // Another test process may have created the same template first. Then use the existing template.
  await rename(join(unfinished, 'database'), folder).catch(() => undefined)
  await rm(unfinished, { recursive: true, force: true })
  await access(folder)
  return folder
}

/**
 * Makes a database start with less work. Removes PostgreSQL's template databases, which make up two thirds of the
 * files. Reduces the buffers, which are 128 MB by default: preparing them takes half of the start.
 */
async function shrink(folder: string): Promise<void> {
  const pglite = await PGlite.create(folder)
  await pglite.exec('update pg_database set datistemplate = false')
  for (const name of ['template0', 'template1']) await pglite.exec(`drop database ${name}`)
  await pglite.exec("alter system set shared_buffers = '16MB'")
  await pglite.close()
}

function fingerprint(): string {
  const hash = createHash('sha256')
  for (const file of globSync(inputs, { cwd: root }).toSorted())
    hash.update(file).update(readFileSync(join(root, file)))
  return hash.digest('hex').slice(0, 12)
}
