import { mkdir, mkdtemp, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pino from 'pino'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { openDatabase } from '../../../services/platform/database.ts'
import type { Database } from '../../../services/platform/databaseTypes.ts'
import { migrate } from '../../../services/platform/migrations.ts'
import { createSecrets, showSecret } from '../../../services/platform/secrets.ts'
import { createInstallation, databaseKinds, type Installation } from '../../support/database.ts'
import { openPlatform } from '../../support/platform.ts'

const log = pino({ level: 'silent' })
const migrations = new URL('../../../services/platform/migrations/', import.meta.url)

function refuse(secret: string): never {
  throw new Error(`This is no key: ${secret}`)
}

describe.each(databaseKinds)('secrets on %s', (kind) => {
  let installation: Installation
  let database: Database
  let folders: string[]

  beforeAll(async () => {
    installation = await createInstallation(kind)
    database = await openDatabase(installation, log)
    await migrate(database, 'platform', migrations)
  })
  afterAll(async () => {
    await database.close()
    await installation.remove()
  })
  beforeEach(async () => {
    folders = []
    await database.run('delete from platform.secrets')
  })
  afterEach(async () => {
    for (const folder of folders) await rm(folder, { recursive: true })
  })

  /** The data folder of one machine, with these files of an earlier release. */
  async function machine(files: Readonly<Record<string, string>> = {}): Promise<string> {
    const folder = await mkdtemp(join(tmpdir(), 'keepsake-secrets-'))
    folders.push(folder)
    await mkdir(join(folder, 'keys'))
    for (const [name, text] of Object.entries(files)) await writeFile(join(folder, 'keys', name), text)
    return folder
  }
  const secretsOf = (folder: string) => createSecrets(database, folder, log)

  test('are made once, differ from each other, and are the same on all machines', async () => {
    const [here, there] = [secretsOf(await machine()), secretsOf(await machine())]
    const secret = await here.readOrMake('books')
    expect(secret).toMatch(/^[\w-]{43}$/)
    expect(await there.readOrMake('books')).toBe(secret)
    expect(await here.readOrMake('blobs')).not.toBe(secret)
  })

  test('are taken from the folder of an earlier release, which keeps its files', async () => {
    const old = await machine({ books: 'the earlier key\n', 'identity.json': '{"a": 1}' })
    expect(await secretsOf(old).readOrMake('books')).toBe('the earlier key')
    expect(await secretsOf(old).readOrMake('identity', { file: 'identity.json' })).toBe('{"a": 1}')
    expect(await secretsOf(await machine()).readOrMake('books')).toBe('the earlier key')
    expect((await readdir(join(old, 'keys'))).toSorted()).toEqual(['books', 'identity.json'])
  })

  test('of the database take precedence over those of a folder', async () => {
    const secret = await secretsOf(await machine()).readOrMake('books')
    expect(await secretsOf(await machine({ books: 'the key of another installation' })).readOrMake('books')).toBe(
      secret,
    )
  })

  test('are the same for twenty processes that start at the same time', async () => {
    const machines = await Promise.all(Array.from({ length: 20 }, () => machine()))
    const made = new Set<string>()
    const make = () => {
      const secret = `made ${made.size}`
      made.add(secret)
      return secret
    }
    const read = await Promise.all(machines.map((folder) => secretsOf(folder).readOrMake('books', { make })))
    expect(made.size).toBeGreaterThan(1)
    expect(new Set(read).size).toBe(1)
  })

  test('are not made if the file of an earlier release is empty or wrong', async () => {
    const old = secretsOf(await machine({ books: '\n', blobs: 'wrong' }))
    await expect(old.readOrMake('books')).rejects.toThrow('is empty. Delete it')
    await expect(old.readOrMake('blobs', { check: refuse })).rejects.toThrow('This is no key: wrong')
    expect((await database.run('select from platform.secrets')).rows).toHaveLength(0)
  })
})

describe('a secret that is shown to callers outside the process', () => {
  test('is written again when it changes, is readable by its owner only, and leaves no temporary file', async () => {
    const dataDir = await mkdtemp(join(tmpdir(), 'keepsake-secrets-'))
    const file = join(dataDir, 'keys', 'operator')
    for (const secret of ['first', 'second']) {
      await showSecret(dataDir, 'operator', secret)
      expect(await readFile(file, 'utf8')).toBe(`${secret}\n`)
      expect((await stat(file)).mode & 0o777).toBe(0o600)
      expect((await stat(join(dataDir, 'keys'))).mode & 0o777).toBe(0o700)
    }
    const { ino } = await stat(file)
    await showSecret(dataDir, 'operator', 'second')
    expect((await stat(file)).ino).toBe(ino)
    expect(await readdir(join(dataDir, 'keys'))).toEqual(['operator'])
    await rm(dataDir, { recursive: true })
  })

  test('is on each machine the secret from the database; the signing keys are in no folder', async () => {
    const installation = await createInstallation('a PostgreSQL server')
    const other = await mkdtemp(join(tmpdir(), 'keepsake-secrets-'))
    const [here, there] = await Promise.all([
      openPlatform(installation),
      openPlatform({ ...installation, dataDir: other }),
    ])
    try {
      for (const name of ['operator', 'services']) {
        const shown = await readFile(join(installation.dataDir, 'keys', name), 'utf8')
        expect(shown.trim()).toBe(await here.platform.secrets.readOrMake(name))
        expect(await readFile(join(other, 'keys', name), 'utf8')).toBe(shown)
      }
      expect((await readdir(join(other, 'keys'))).toSorted()).toEqual(['operator', 'services'])
      const url = here.platform.blobs.signedUrl('a/b')
      expect(there.platform.blobs.signedUrl('a/b').split('signature=')[1]).toBe(url.split('signature=')[1])
    } finally {
      await here.close()
      await there.close()
      await installation.remove()
      await rm(other, { recursive: true })
    }
  })
})
