import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { loadKeys } from '../../../services/identity/keys.ts'
import type { RunningPlatform } from '../../../services/platform/createPlatform.ts'
import { createInstallation, type Installation } from '../../support/database.ts'
import { openPlatform } from '../../support/platform.ts'

let installation: Installation
let other: string
let running: RunningPlatform[]

beforeEach(async () => {
  installation = await createInstallation('a PostgreSQL server')
  other = await mkdtemp(join(tmpdir(), 'identity-keys-'))
  running = []
})
afterEach(async () => {
  for (const platform of running) await platform.close()
  await installation.remove()
  await rm(other, { recursive: true })
})

/** Opens the platform on this database, by default with the data folder of the installation. */
async function open(dataDir = installation.dataDir): Promise<RunningPlatform['platform']> {
  const opened = await openPlatform({ ...installation, dataDir })
  running.push(opened)
  return opened.platform
}

describe('loadKeys', () => {
  test('makes keys once, for all machines, even if they start at the same time', async () => {
    const machines = [await open(), await open(other)]
    const loaded = await Promise.all([...machines, ...machines].map(({ secrets }) => loadKeys(secrets)))
    expect(loaded[0]?.signing[0]).toMatchObject({ kty: 'EC', crv: 'P-256', alg: 'ES256', use: 'sig' })
    for (const keys of loaded) expect(keys).toEqual(loaded[0])
  })

  test('takes the keys of an earlier release from their file, so that nobody is signed out', async () => {
    const made = await loadKeys({ readOrMake: async (_name, { make } = {}) => String(await make?.()) })
    await mkdir(join(installation.dataDir, 'keys'), { recursive: true })
    await writeFile(join(installation.dataDir, 'keys', 'identity.json'), JSON.stringify(made, null, 2))
    const [here, there] = [await open(), await open(other)]
    expect(await loadKeys(here.secrets)).toEqual(made)
    expect(await loadKeys(there.secrets)).toEqual(made)
  })

  test('fails on keys that it cannot read, and keeps the file', async () => {
    const path = join(installation.dataDir, 'keys', 'identity.json')
    await mkdir(join(installation.dataDir, 'keys'), { recursive: true })
    await writeFile(path, '{"signing": []}')
    const platform = await open()
    await expect(loadKeys(platform.secrets)).rejects.toThrow(`The keys in ${path} cannot be read`)
    expect(await readFile(path, 'utf8')).toBe('{"signing": []}')

    const stored = { name: 'identity', secret: 'not JSON' }
    await platform.database<{ secrets: typeof stored }>('platform').insertInto('secrets').values(stored).execute()
    await expect(loadKeys(platform.secrets)).rejects.toThrow(
      'The keys in the row identity of platform.secrets cannot be read',
    )
  })
})
