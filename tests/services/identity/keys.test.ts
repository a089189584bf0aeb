import { mkdtemp, readdir, readFile, stat, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { beforeEach, describe, expect, test } from 'vitest'
import { loadKeys } from '../../../services/identity/keys.ts'

let dataDir: string

beforeEach(async () => {
  dataDir = await mkdtemp(join(tmpdir(), 'identity-keys-'))
})

describe('loadKeys', () => {
  test('creates keys once, readable by the folder’s owner only', async () => {
    const first = await loadKeys(dataDir)
    expect(await loadKeys(dataDir)).toEqual(first)
    expect((await stat(join(dataDir, 'keys', 'identity.json'))).mode & 0o077).toBe(0)
    expect(first.signing[0]).toMatchObject({ kty: 'EC', crv: 'P-256', alg: 'ES256', use: 'sig' })
  })

  test('gives concurrent starts the same keys, and leaves no temporary files', async () => {
    const loaded = await Promise.all(Array.from({ length: 8 }, () => loadKeys(dataDir)))
    expect(new Set(loaded.map((keys) => keys.signing[0]?.kid)).size).toBe(1)
    expect(await readdir(join(dataDir, 'keys'))).toEqual(['identity.json'])
  })

  test('creates different keys for each installation', async () => {
    const other = await mkdtemp(join(tmpdir(), 'identity-keys-'))
    expect((await loadKeys(dataDir)).signing).not.toEqual((await loadKeys(other)).signing)
  })

  test('fails on keys that it cannot read, and keeps the file', async () => {
    await loadKeys(dataDir)
    const path = join(dataDir, 'keys', 'identity.json')
    await writeFile(path, '{"signing": []}')
    await expect(loadKeys(dataDir)).rejects.toThrow('cannot be read')
    expect(await readFile(path, 'utf8')).toBe('{"signing": []}')
  })
})
