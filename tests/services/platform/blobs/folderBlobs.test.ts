import { mkdtemp, open, readdir, rm, truncate, utimes, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { createFolderBlobs } from '../../../../services/platform/blobs/folderBlobs.ts'
import { readText, testBlobStore, toBuffer } from '../../../support/blobStoreContract.ts'
import type { BlobStore } from '../../../../services/platform/blobs/blobs.ts'

let dataDir: string
let blobs: BlobStore
beforeEach(async () => {
  dataDir = await mkdtemp(join(tmpdir(), 'keepsake-blobs-'))
  blobs = await createFolderBlobs({ dataDir, databaseUrl: undefined })
})
afterEach(() => rm(dataDir, { recursive: true }))

const textOf = async (key: string) => readText(blobs, key)

describe('blobs in a folder', () => {
  testBlobStore(() => blobs)

  test('nothing is left of an interrupted stream, and of a file that was stored twice', async () => {
    const breaking = Readable.from(
      (async function* () {
        yield Buffer.from('half')
        throw new Error('connection lost')
      })(),
    )
    await expect(blobs.put('kept', breaking, { contentType: 'text/plain' })).rejects.toThrow('connection lost')
    const file = join(dataDir, 'upload')
    await writeFile(file, 'from a file')
    await blobs.put('a/b', { file }, { contentType: 'text/plain' })
    await blobs.put('a/b', { file }, { contentType: 'text/plain' })
    expect(await readdir(join(dataDir, 'blobs', 'temporary'))).toEqual([])
  })

  test('there is no second file if the key or the content shows the media type', async () => {
    await blobs.put('a/300.jpg', Buffer.from('x'), { contentType: 'image/jpeg' })
    await blobs.put('a/original', Buffer.from([0xff, 0xd8, 0xff]), { contentType: 'image/jpeg' })
    expect(await readdir(join(dataDir, 'blobs'))).toEqual(['content', 'temporary'])
    await expect(blobs.put('a/300.jpg', Buffer.from('x'), { contentType: 'text/plain' })).rejects.toThrow(RangeError)
  })

  test('the file of the media type is replaced as a whole, so readers never see an incomplete media type', async () => {
    await blobs.put('k', Buffer.from('first'), { contentType: 'text/plain' })
    const opened = await open(join(dataDir, 'blobs', 'types', 'k'))
    await blobs.put('k', Buffer.from('second'), { contentType: 'text/html' })
    expect(await opened.readFile('utf8')).toBe('text/plain')
    await opened.close()
    expect(await blobs.get('k')).toMatchObject({ contentType: 'text/html' })
    expect(await readdir(join(dataDir, 'blobs', 'temporary'))).toEqual([])
  })

  test.each([
    ['empty, as a full disk left it', async (file: string) => truncate(file, 0)],
    ['missing', async (file: string) => rm(file)],
  ])('content whose media type is %s counts as content of an unknown type', async (_how, damage) => {
    await blobs.put('k', Buffer.from('content'), { contentType: 'text/plain' })
    await damage(join(dataDir, 'blobs', 'types', 'k'))
    expect(await blobs.get('k')).toMatchObject({ size: 7, contentType: 'application/octet-stream' })
    expect(await textOf('k')).toBe('content')
  })

  test.each([
    ['at once', 262_144, true],
    ['as a stream', 262_145, false],
  ])('%s: %i bytes are read completely', async (_how, size, isAtOnce) => {
    const content = Buffer.alloc(size, 'content ')
    await blobs.put('file', content, { contentType: 'text/plain' })
    const bytes = await (await blobs.get('file'))?.read()
    expect(Buffer.isBuffer(bytes)).toBe(isAtOnce)
    expect(bytes && (await toBuffer(bytes)).equals(content)).toBe(true)
  })

  test('reading a blob that was deleted after it was found returns null', async () => {
    await blobs.put('k', Buffer.from('content'), { contentType: 'text/plain' })
    const blob = await blobs.get('k')
    await blobs.delete(['k'])
    expect(await blob?.read()).toBeNull()
  })

  test('a file that has become shorter is not sent as if it were whole', async () => {
    await blobs.put('k', Buffer.from('content'), { contentType: 'text/plain' })
    const blob = await blobs.get('k')
    await truncate(join(dataDir, 'blobs', 'content', 'k'), 3)
    await expect(blob?.read()).rejects.toThrow('ends after 3 bytes')
  })

  test('incomplete files are removed after a day, or at the start if no other process can be writing them', async () => {
    const temporary = join(dataDir, 'blobs', 'temporary')
    await writeFile(join(temporary, 'old'), 'x')
    await writeFile(join(temporary, 'new'), 'x')
    const yesterday = new Date(Date.now() - 25 * 3_600_000)
    await utimes(join(temporary, 'old'), yesterday, yesterday)
    await blobs.removeAbandoned()
    expect(await readdir(temporary)).toEqual(['new'])
    await createFolderBlobs({ dataDir, databaseUrl: 'postgres://database/keepsake' })
    expect(await readdir(temporary)).toEqual(['new'])
    await createFolderBlobs({ dataDir, databaseUrl: undefined })
    expect(await readdir(temporary)).toEqual([])
  })
})
