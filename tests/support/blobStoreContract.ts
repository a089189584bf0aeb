import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { buffer } from 'node:stream/consumers'
import { expect, onTestFinished, test } from 'vitest'
import { isBlobKey } from '../../services/platform/blobs/blobKeys.ts'
import type { BlobStore } from '../../services/platform/blobs/blobs.ts'

/** Reads a blob, or a part of it, as text. Null if there is no such blob. */
export async function readText(
  blobs: BlobStore,
  key: string,
  range?: { start: number; end: number },
): Promise<string | null> {
  const bytes = await (await blobs.get(key))?.read(range)
  return bytes ? (await toBuffer(bytes)).toString() : null
}

export async function toBuffer(bytes: Buffer | Readable): Promise<Buffer> {
  return Buffer.isBuffer(bytes) ? bytes : buffer(bytes)
}

/** What every store of blobs must do. */
export function testBlobStore(blobs: () => BlobStore): void {
  const textOf = async (key: string, range?: { start: number; end: number }) => readText(blobs(), key, range)

  test('content is read back with its size and type', async () => {
    const put = await blobs().put('a/b/c.jpg', Buffer.from('picture'), { contentType: 'image/jpeg' })
    expect(put).toEqual({ size: 7 })
    const blob = await blobs().get('a/b/c.jpg')
    expect(blob).toMatchObject({ size: 7, contentType: 'image/jpeg', modified: expect.any(Date) })
    expect(await textOf('a/b/c.jpg')).toBe('picture')
  })

  test('a stream can be stored', async () => {
    const content = Readable.from([Buffer.from('one '), Buffer.from('two')])
    expect(await blobs().put('streamed', content, { contentType: 'text/plain' })).toEqual({ size: 7 })
    expect(await textOf('streamed')).toBe('one two')
  })

  test('content read and stored in chunks is complete, although chunk buffers are reused', async () => {
    const content = Buffer.alloc(20_000_000)
    for (let place = 0; place < content.length; place += 4) content.writeUInt32LE(place, place)
    await blobs().put('large', content, { contentType: 'text/plain' })
    const chunks = await blobs().chunks('large')
    expect(chunks).not.toBeNull()
    if (chunks) expect(await blobs().put('copied', chunks, { contentType: 'text/plain' })).toEqual({ size: 20_000_000 })
    const copied = await (await blobs().get('copied'))?.read()
    expect(copied && (await toBuffer(copied)).equals(content)).toBe(true)
    expect(await blobs().chunks('none')).toBeNull()
  })

  test.each([
    ['small', 4],
    ['larger than a part', 10_000_000],
  ])('an interrupted stream that is %s leaves nothing, and the previous content stays', async (_how, size) => {
    await blobs().put('kept', Buffer.from('before'), { contentType: 'text/plain' })
    const breaking = (async function* () {
      yield Buffer.alloc(size)
      throw new Error('connection lost')
    })()
    await expect(blobs().put('kept', breaking, { contentType: 'text/plain' })).rejects.toThrow('connection lost')
    expect(await textOf('kept')).toBe('before')
  })

  test.each([11, 8 * 1024 * 1024, 17_000_001])(
    'storing a local file of %i bytes leaves the file in place',
    async (size) => {
      const folder = await mkdtemp(join(tmpdir(), 'keepsake-file-'))
      onTestFinished(() => rm(folder, { recursive: true }))
      const file = join(folder, 'upload')
      const content = Buffer.alloc(size, 'from a file ')
      await writeFile(file, content)
      expect(await blobs().put('a/b', { file }, { contentType: 'text/plain' })).toEqual({ size })
      // A retry after a crash stores the same bytes under the same key.
      expect(await blobs().put('a/b', { file }, { contentType: 'text/plain' })).toEqual({ size })
      expect(content.equals(await readFile(file))).toBe(true)
      await rm(file)
      const stored = await (await blobs().get('a/b'))?.read()
      expect(stored && content.equals(await toBuffer(stored))).toBe(true)
      await expect(blobs().put('c', { file }, { contentType: 'text/plain' })).rejects.toThrow('ENOENT')
      expect(await blobs().get('c')).toBeNull()
    },
  )

  test('the blobs of a folder are deleted together, and those of other folders stay', async () => {
    for (const key of ['f/a', 'f/b/c.jpg', 'fa', 'g/f/a']) {
      await blobs().put(key, Buffer.from('x'), { contentType: key.endsWith('jpg') ? 'image/jpeg' : 'text/plain' })
    }
    await blobs().deleteFolder('f')
    await blobs().deleteFolder('nothing')
    const found = await Promise.all(['f/a', 'f/b/c.jpg', 'fa', 'g/f/a'].map(async (key) => blobs().get(key)))
    expect(found.map((blob) => blob !== null)).toEqual([false, false, true, true])
  })

  test.each([
    ['image/jpeg', [0xff, 0xd8, 0xff, 0xe0]],
    ['image/png', [0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]],
    ['image/heic', [0, 0, 0, 24, ...Buffer.from('ftypheic')]],
    ['application/pdf', [...Buffer.from('%PDF-1.7')]],
    ['text/plain', [...Buffer.from('text')]],
    ['text/plain', []],
    ['application/octet-stream', [0xff, 0xd8, 0xff]],
  ])('content has the media type %s that it was stored with', async (contentType, bytes) => {
    await blobs().put('original', Buffer.from(bytes), { contentType: 'text/csv' })
    await blobs().put('original', Buffer.from(bytes), { contentType })
    expect(await blobs().get('original')).toMatchObject({ contentType, size: bytes.length })
  })

  test.each([
    [{ start: 0, end: 0 }, '0'],
    [{ start: 2, end: 4 }, '234'],
    [{ start: 7, end: 9 }, '789'],
  ])('a range %o yields exactly its bytes', async (range, expected) => {
    await blobs().put('digits', Buffer.from('0123456789'), { contentType: 'text/plain' })
    expect(await textOf('digits', range)).toBe(expected)
  })

  test('an empty blob can be stored', async () => {
    await blobs().put('empty', new Uint8Array(), { contentType: 'text/plain' })
    expect(await textOf('empty')).toBe('')
  })

  test('a missing blob is null, and deleting it succeeds', async () => {
    await blobs().put('a/b', Buffer.from('x'), { contentType: 'text/plain' })
    expect(await blobs().get('nothing')).toBeNull()
    expect(await blobs().get('a')).toBeNull()
    expect(await blobs().get('a/b/c')).toBeNull()
    await blobs().delete(['nothing', 'a/b', 'a/b/c'])
    expect(await blobs().get('a/b')).toBeNull()
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
    await expect(blobs().get(key)).rejects.toThrow(RangeError)
    await expect(blobs().put(key, Buffer.from('x'), { contentType: 'text/plain' })).rejects.toThrow(RangeError)
    await expect(blobs().delete([key])).rejects.toThrow(RangeError)
  })

  test.each(['a', 'a/b/c', 'a..b', '...', '.a', '-', '0198c0de-0000-7000-8000-000000000001/300.jpg'])(
    '%j is a valid key',
    (key) => {
      expect(isBlobKey(key)).toBe(true)
    },
  )

  test('a blob can be read as a local file', async () => {
    await blobs().put('a/b', Buffer.from('picture'), { contentType: 'image/jpeg' })
    expect(await blobs().withFile('a/b', async (file) => readFile(file, 'utf8'))).toBe('picture')
    expect(await blobs().withFile('a/c', async () => 'ran')).toBeNull()
    expect(await blobs().withFile('a', async () => 'ran')).toBeNull()
  })

  test('a later blob with the same key replaces the earlier one', async () => {
    await blobs().put('k', Buffer.from('first'), { contentType: 'text/plain' })
    await blobs().put('k', Buffer.from('second'), { contentType: 'text/html' })
    expect(await blobs().get('k')).toMatchObject({ size: 6, contentType: 'text/html' })
  })
}
