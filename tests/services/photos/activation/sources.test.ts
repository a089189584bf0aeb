import { execFileSync } from 'node:child_process'
import { mkdir, symlink, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { buffer, text } from 'node:stream/consumers'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest'
import { otherSpellings } from '../../../../services/photos/activation/source/legacyPath.ts'
import { createLegacySource } from '../../../../services/photos/activation/source/createLegacySource.ts'
import type { LegacySource } from '../../../../services/photos/activation/source/legacySource.ts'
import { Bucket, bucketKeys } from './bucket.ts'
import { OlderLibraries } from './older.ts'

const mine = '018f3c1a-0000-7000-8000-00000000000a'
const other = '018f3c1a-0000-7000-8000-00000000000b'

describe.each(['a folder', 'a bucket'] as const)('older libraries in %s', (kind) => {
  let older: OlderLibraries
  let bucket: Bucket
  let source: LegacySource

  beforeAll(async () => {
    for (const [name, value] of Object.entries(bucketKeys)) vi.stubEnv(name, value)
    older = OlderLibraries.create()
    bucket = new Bucket(older.root, 'from/2019/')
    const endpoint = await bucket.listen()
    source = await createLegacySource(
      kind === 'a folder'
        ? { kind: 'folder', path: older.root }
        : { kind: 's3', bucket: 'older', prefix: 'from/2019/', endpoint, region: 'eu-west-1' },
    )
    await older.put(mine, {
      files: {
        'files/1.jpg': 'one',
        'files/2014/Été à la mer + 2 %.jpg': 'two',
        'files/2014/deep/3.jpg': 'three',
        'files/4.jpg': 'four',
        'files/empty.jpg': '',
        'beside.jpg': 'beside',
      },
      index: { files: [] },
    })
    await older.put(other, { files: { 'files/secret.jpg': 'secret' }, index: { albums: [] } })
    await older.put(`${mine}-longer`, { files: { 'files/5.jpg': 'five' } })
  })
  afterAll(async () => {
    await bucket.close()
    await older.remove()
    vi.unstubAllEnvs()
  })

  async function listed(folder: string): Promise<string[]> {
    const paths: string[] = []
    for await (const page of source.files(folder)) paths.push(...page)
    return paths.toSorted()
  }

  test('are found if they exist', async () => {
    expect(await source.has(mine)).toBe(true)
    expect(await source.has('018f3c1a-0000-7000-8000-00000000000c')).toBe(false)
  })

  test('list exactly their own files', async () => {
    expect(await listed(mine)).toEqual([
      'files/1.jpg',
      'files/2014/deep/3.jpg',
      'files/2014/Été à la mer + 2 %.jpg',
      'files/4.jpg',
      'files/empty.jpg',
    ])
  })

  test('are read byte for byte, with their sizes', async () => {
    const file = await source.open(mine, 'files/2014/Été à la mer + 2 %.jpg')
    expect(file?.size).toBe(3)
    expect(file && (await text(file.content))).toBe('two')
    const empty = await source.open(mine, 'files/empty.jpg')
    expect(empty?.size).toBe(0)
    expect(empty && (await buffer(empty.content))).toHaveLength(0)
    const index = await source.index(mine)
    expect(index && (await text(index))).toBe('{"files":[]}')
    expect(await source.index(`${mine}-longer`)).toBeNull()
  })

  test.each([
    'files/gone.jpg',
    'files',
    'files/',
    'files/2014',
    'files/./1.jpg',
    'files//1.jpg',
    'beside.jpg',
    'library.json',
    `../${other}/files/secret.jpg`,
    `files/../../${other}/files/secret.jpg`,
    'files/../library.json',
    '/etc/passwd',
    'files/1.jpg\0.txt',
    `files/${'x'.repeat(5_000)}`,
    'latin1:files/../library.json',
    '',
  ])('have no file %j', async (path) => {
    expect(await source.open(mine, path)).toBeNull()
  })

  test.each(['', '.', '..', '../other', `${other}/files`, `..\\${other}`, '/etc', '.hidden', 'a\0b'])(
    'are never looked up in the folder %j',
    async (folder) => {
      expect(await source.has(folder)).toBe(false)
      await expect(source.open(folder, 'files/secret.jpg')).rejects.toThrow()
    },
  )
})

describe('older libraries in a local folder', () => {
  let older: OlderLibraries
  let source: LegacySource

  beforeEach(async () => {
    older = OlderLibraries.create()
    source = await createLegacySource({ kind: 'folder', path: older.root })
    await older.put(other, { files: { 'files/secret.jpg': 'secret' } })
    await older.put(mine, { files: { 'files/1.jpg': 'one' } })
  })
  afterEach(() => older.remove())

  async function paths(): Promise<string[]> {
    const found: string[] = []
    for await (const page of source.files(mine)) found.push(...page)
    return found
  }

  test('open no links that lead to other folders, other libraries or loops', async () => {
    const own = join(older.root, mine)
    await symlink(join(older.root, other), join(own, 'files', 'neighbour'))
    await symlink(join(older.root, other, 'files', 'secret.jpg'), join(own, 'files', 'link.jpg'))
    await symlink('loop', join(own, 'files', 'loop'))
    await symlink('/etc/passwd', join(own, 'library.json'))
    await symlink(join(older.root, other), join(older.root, 'linked'))
    for (const path of ['files/neighbour/files/secret.jpg', 'files/link.jpg', 'files/loop']) {
      expect(await source.open(mine, path)).toBeNull()
    }
    expect(await source.index(mine)).toBeNull()
    expect(await source.has('linked')).toBe(false)
    expect(await paths()).toEqual(['files/1.jpg'])
  })

  test('open links to their own files', async () => {
    await symlink('1.jpg', join(older.root, mine, 'files', 'again.jpg'))
    const file = await source.open(mine, 'files/again.jpg')
    expect(file && (await text(file.content))).toBe('one')
  })

  test('do not block on pipes', async () => {
    execFileSync('mkfifo', [join(older.root, mine, 'files', 'pipe.jpg')])
    expect(await source.open(mine, 'files/pipe.jpg')).toBeNull()
    expect(await paths()).toEqual(['files/1.jpg'])
  })

  test('may have file names that are not UTF-8', async () => {
    const folder = join(older.root, mine, 'files')
    await writeFile(Buffer.concat([Buffer.from(`${folder}/F`), Buffer.from([0xea]), Buffer.from('te.jpg')]), 'feast')
    const path = (await paths()).find((found) => found !== 'files/1.jpg') ?? ''
    expect(path).toBe('latin1:files/Fête.jpg')
    const file = await source.open(mine, path)
    expect(file && (await text(file.content))).toBe('feast')
  })

  test('may be nested as deep as paths allow', async () => {
    const deep = `files/${'a/'.repeat(60)}1.jpg`
    await older.put(mine, { files: { [deep]: 'deep' } })
    expect((await paths()).toSorted()).toEqual(['files/1.jpg', deep].toSorted())
  })

  test('are not treated as empty if their folder disappears', async () => {
    await older.remove()
    expect(await source.has(mine)).toBe(false)
    await expect(source.open(mine, 'files/1.jpg')).rejects.toThrow('does not exist')
    await expect(paths()).rejects.toThrow('does not exist')
    await mkdir(older.root)
  })
})

describe('older libraries in a bucket', () => {
  test('report a failure while the bucket is down; the answer that a library is missing is cached', async () => {
    for (const [name, value] of Object.entries(bucketKeys)) vi.stubEnv(name, value)
    const older = OlderLibraries.create()
    const bucket = new Bucket(older.root)
    const endpoint = await bucket.listen()
    const source = await createLegacySource({ kind: 's3', bucket: 'older', prefix: '', endpoint, region: 'eu-west-1' })
    expect(await source.has(mine)).toBe(false)
    expect(await source.has(mine)).toBe(false)
    expect(bucket.asked).toHaveLength(1)
    await older.put(other, { files: { 'files/1.jpg': 'one' } })
    bucket.isUnmeasured = true
    await expect(source.open(other, 'files/1.jpg')).rejects.toThrow('without content or its length')
    bucket.isDown = true
    await expect(source.open(other, 'files/1.jpg')).rejects.toThrow()
    await expect(source.has(other)).rejects.toThrow()
    await bucket.close()
    await older.remove()
    vi.unstubAllEnvs()
  })
})

describe('a path', () => {
  test.each([
    ['files/1.jpg', []],
    ['files/\u00c5.jpg', ['files/A\u030a.jpg', 'latin1:files/\u00c5.jpg']],
    ['files/A\u030a.jpg', ['files/\u00c5.jpg']],
    ['files/\u6771\u4eac.jpg', []],
    ['latin1:files/\u00c5.jpg', []],
  ])('may have another spelling in the file system: %s', (path, others) => {
    expect(otherSpellings(path)).toEqual(others)
  })
})
