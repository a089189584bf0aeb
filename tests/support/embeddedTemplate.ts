import { createHash } from 'node:crypto'
import { cpSync, globSync, readFileSync } from 'node:fs'
import { access, mkdir, mkdtemp, rename, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { PGlite } from '@electric-sql/pglite'
import { prepareDatabase } from './preparedDatabase.ts'

const root = join(import.meta.dirname, '../..')
const cache = join(root, 'node_modules/.cache/keepsake')
/** What decides how a prepared database looks. */
const makers = [
  'package-lock.json',
  'services/*/migrations/*.sql',
  'tests/support/{embeddedTemplate,preparedDatabase}.ts',
]
let template: Promise<string> | undefined

/**
 * Gives a data folder an embedded database in which every service has its tables, still empty: copying one takes a tenth
 * of the time of making it. The copy is of a folder that is made once.
 */
export async function copyEmbeddedTemplate(dataDir: string): Promise<void> {
  template ??= findOrMakeTemplate()
  // Hundreds of small files: one after the other, each waited for, takes ten times as much of a processor.
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
  await removeSpareDatabases(join(unfinished, 'database'))
  // Other test processes may have been faster; theirs is as good.
  await rename(join(unfinished, 'database'), folder).catch(() => undefined)
  await rm(unfinished, { recursive: true, force: true })
  await access(folder)
  return folder
}

/** Two thirds of the files are of databases that others could be made of. */
async function removeSpareDatabases(folder: string): Promise<void> {
  const pglite = await PGlite.create(folder)
  await pglite.exec('update pg_database set datistemplate = false')
  for (const name of ['template0', 'template1']) await pglite.exec(`drop database ${name}`)
  await pglite.close()
}

function fingerprint(): string {
  const hash = createHash('sha256')
  for (const file of globSync(makers, { cwd: root }).toSorted())
    hash.update(file).update(readFileSync(join(root, file)))
  return hash.digest('hex').slice(0, 12)
}
