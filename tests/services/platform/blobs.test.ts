import { mkdtemp, open, readdir, readFile, rm, truncate, utimes, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { buffer } from 'node:stream/consumers'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { createFolderBlobs, isBlobKey, removeAbandonedBlobs } from '../../../services/platform/blobs.ts'
import type { Blobs } from '../../../services/platform/platform.ts'

const publicUrl = 'http://localhost:4000'
let dataDir: string
let blobs: Blobs
beforeEach(async () => {
  dataDir = await mkdtemp(join(tmpdir(), 'keepsake-blobs-'))
  blobs = await createFolderBlobs({ dataDir, publicUrl, secret: 'secret', databaseUrl: undefined })
})
afterEach(() => rm(dataDir, { recursive: true }))

async function textOf(key: string, range?: { start: number; end: number }): Promise<string | null> {
  const bytes = await (await blobs.get(key))?.read(range)
  return bytes ? (await toBuffer(bytes)).toString() : null
}

async function toBuffer(bytes: Buffer | Readable): Promise<Buffer> {
  return Buffer.isBuffer(bytes) ? bytes : buffer(bytes)
}

describe('blobs in a folder', () => {
  test('content is read back with its size and type', async () => {
    const put = await blobs.put('a/b/c.jpg', Buffer.from('picture'), { contentType: 'image/jpeg' })
    expect(put).toEqual({ size: 7 })
    const blob = await blobs.get('a/b/c.jpg')
    expect(blob).toMatchObject({ size: 7, contentType: 'image/jpeg', modified: expect.any(Date) })
    expect(await textOf('a/b/c.jpg')).toBe('picture')
  })

  test('a stream can be stored', async () => {
    const content = Readable.from([Buffer.from('one '), Buffer.from('two')])
    expect(await blobs.put('streamed', content, { contentType: 'text/plain' })).toEqual({ size: 7 })
    expect(await textOf('streamed')).toBe('one two')
  })

  test('content read and stored in chunks is complete, although chunk buffers are reused', async () => {
    const content = Buffer.alloc(3_000_000)
    for (let place = 0; place < content.length; place += 4) content.writeUInt32LE(place, place)
    await blobs.put('large', content, { contentType: 'text/plain' })
    const chunks = await blobs.chunks('large')
    expect(chunks).not.toBeNull()
    if (chunks) expect(await blobs.put('copied', chunks, { contentType: 'text/plain' })).toEqual({ size: 3_000_000 })
    const copied = await (await blobs.get('copied'))?.read()
    expect(copied && (await toBuffer(copied)).equals(content)).toBe(true)
    expect(await blobs.chunks('none')).toBeNull()
  })

  test('an interrupted stream leaves nothing, and the previous content stays', async () => {
    await blobs.put('kept', Buffer.from('before'), { contentType: 'text/plain' })
    const breaking = Readable.from(
      (async function* () {
        yield Buffer.from('half')
        throw new Error('connection lost')
      })(),
    )
    await expect(blobs.put('kept', breaking, { contentType: 'text/plain' })).rejects.toThrow('connection lost')
    expect(await textOf('kept')).toBe('before')
    expect(await readdir(join(dataDir, 'blobs', 'temporary'))).toEqual([])
  })

  test('storing a local file leaves the file in place, and deleting the file does not affect the blob', async () => {
    const file = join(dataDir, 'upload')
    await writeFile(file, 'from a file')
    expect(await blobs.put('a/b', { file }, { contentType: 'text/plain' })).toEqual({ size: 11 })
    // A retry after a crash stores the same bytes under the same key.
    expect(await blobs.put('a/b', { file }, { contentType: 'text/plain' })).toEqual({ size: 11 })
    expect(await readdir(join(dataDir, 'blobs', 'temporary'))).toEqual([])
    await rm(file)
    expect(await textOf('a/b')).toBe('from a file')
    await expect(blobs.put('c', { file }, { contentType: 'text/plain' })).rejects.toThrow('ENOENT')
    expect(await blobs.get('c')).toBeNull()
  })

  test('a blob can be read as a local file', async () => {
    await blobs.put('a/b', Buffer.from('picture'), { contentType: 'image/jpeg' })
    expect(await blobs.withFile('a/b', async (file) => readFile(file, 'utf8'))).toBe('picture')
    expect(await blobs.withFile('a/c', async () => 'ran')).toBeNull()
    expect(await blobs.withFile('a', async () => 'ran')).toBeNull()
  })

  test('a later blob with the same key replaces the earlier one', async () => {
    await blobs.put('k', Buffer.from('first'), { contentType: 'text/plain' })
    await blobs.put('k', Buffer.from('second'), { contentType: 'text/html' })
    expect(await blobs.get('k')).toMatchObject({ size: 6, contentType: 'text/html' })
  })

  test('the media type is replaced as a whole, so that readers never see a part of it', async () => {
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
  ])('content whose media type is %s is unknown content', async (_how, damage) => {
    await blobs.put('k', Buffer.from('content'), { contentType: 'text/plain' })
    await damage(join(dataDir, 'blobs', 'types', 'k'))
    expect(await blobs.get('k')).toMatchObject({ size: 7, contentType: 'application/octet-stream' })
    expect(await textOf('k')).toBe('content')
  })

  test.each([
    [{ start: 0, end: 0 }, '0'],
    [{ start: 2, end: 4 }, '234'],
    [{ start: 7, end: 9 }, '789'],
  ])('a range %o yields exactly its bytes', async (range, expected) => {
    await blobs.put('digits', Buffer.from('0123456789'), { contentType: 'text/plain' })
    expect(await textOf('digits', range)).toBe(expected)
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

  test('an empty blob can be stored', async () => {
    await blobs.put('empty', new Uint8Array(), { contentType: 'text/plain' })
    expect(await textOf('empty')).toBe('')
  })

  test('a missing blob is null, and deleting it succeeds', async () => {
    await blobs.put('a/b', Buffer.from('x'), { contentType: 'text/plain' })
    expect(await blobs.get('nothing')).toBeNull()
    expect(await blobs.get('a')).toBeNull()
    expect(await blobs.get('a/b/c')).toBeNull()
    await blobs.delete(['nothing', 'a/b', 'a/b/c'])
    expect(await blobs.get('a/b')).toBeNull()
  })

  test.each([
    '',
    '/',
    '..',
    '.',
    'a/../b',
    '../a',
    'a/..',
    'a//b',
    '/a',
    'a/',
    'a\\b',
    'a\0b',
    'ä',
    'a b',
    'a/./b',
    `${'a/'.repeat(250)}b`,
  ])('%j is not a valid key', async (key) => {
    expect(isBlobKey(key)).toBe(false)
    await expect(blobs.get(key)).rejects.toThrow(RangeError)
    await expect(blobs.put(key, Buffer.from('x'), { contentType: 'text/plain' })).rejects.toThrow(RangeError)
    await expect(blobs.delete([key])).rejects.toThrow(RangeError)
  })

  test.each(['a', 'a/b/c', 'a..b', '...', '.a', '-', '0198c0de-0000-7000-8000-000000000001/300.jpg'])(
    '%j is a valid key',
    (key) => {
      expect(isBlobKey(key)).toBe(true)
    },
  )

  test('incomplete files are removed after a day, or at the start if no other process can be writing them', async () => {
    const temporary = join(dataDir, 'blobs', 'temporary')
    await writeFile(join(temporary, 'old'), 'x')
    await writeFile(join(temporary, 'new'), 'x')
    const yesterday = new Date(Date.now() - 25 * 3_600_000)
    await utimes(join(temporary, 'old'), yesterday, yesterday)
    await removeAbandonedBlobs(dataDir)
    expect(await readdir(temporary)).toEqual(['new'])
    await createFolderBlobs({ dataDir, publicUrl, secret: 'secret', databaseUrl: 'postgres://database/keepsake' })
    expect(await readdir(temporary)).toEqual(['new'])
    await createFolderBlobs({ dataDir, publicUrl, secret: 'secret', databaseUrl: undefined })
    expect(await readdir(temporary)).toEqual([])
  })
})
