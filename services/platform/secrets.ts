import { randomBytes, randomUUID } from 'node:crypto'
import { mkdir, readFile, rename, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Logger } from 'pino'
import type { Database } from './databaseTypes.ts'
import { nullWhenMissing } from './missingFiles.ts'
import type { Secrets } from './platform.ts'

/**
 * The secrets in the table `platform.secrets`. If a secret is missing there, it is taken from the file of an earlier
 * release in `DATA_DIR/keys`. If there is no such file either, a new secret is made. Processes that start at the same
 * time end up with the same secret.
 */
export function createSecrets(database: Database, dataDir: string, log: Logger): Secrets {
  const find = async (name: string) => {
    const { rows } = await database.run('select secret from platform.secrets where name = $1', [name])
    return rows[0] === undefined ? null : String(rows[0]['secret'])
  }
  return {
    async readOrMake(name, { file = name, make = randomSecret, check = () => undefined } = {}) {
      const stored = await find(name)
      if (stored !== null) return stored
      const path = fileOf(dataDir, file)
      const earlier = await readSecret(path)
      if (earlier === '') throw new Error(`The key ${path} is empty. Delete it to have a new one made.`)
      if (earlier !== null) check(earlier, path)
      const { rows } = await database.run(
        'insert into platform.secrets (name, secret) values ($1, $2) on conflict do nothing returning name',
        [name, earlier ?? (await make())],
      )
      if (rows.length > 0 && earlier !== null) log.info({ name }, 'a key was copied from its file into the database')
      const kept = await find(name)
      if (kept === null) throw new Error(`The secret ${name} disappeared from the database while starting.`)
      return kept
    },
  }
}

/**
 * Writes a secret to `DATA_DIR/keys`, because callers outside this process cannot open an embedded database. Only the
 * owner of the process can read the file. Does nothing if the file has this content already.
 */
export async function showSecret(dataDir: string, name: string, secret: string): Promise<void> {
  const path = fileOf(dataDir, name)
  if ((await readSecret(path)) === secret) return
  await mkdir(join(dataDir, 'keys'), { recursive: true, mode: 0o700 })
  const draft = `${path}.${randomUUID()}`
  try {
    await writeFile(draft, `${secret}\n`, { mode: 0o600 })
    // Renamed into place, so that no reader sees half a secret.
    await rename(draft, path)
  } finally {
    await rm(draft, { force: true })
  }
}

function fileOf(dataDir: string, name: string): string {
  return join(dataDir, 'keys', name)
}

/** 32 random bytes in base64url. */
function randomSecret(): string {
  return randomBytes(32).toString('base64url')
}

async function readSecret(path: string): Promise<string | null> {
  const secret = await readFile(path, 'utf8').catch(nullWhenMissing)
  return secret && secret.trim()
}
