import { randomBytes } from 'node:crypto'
import { chmod, mkdir, mkdtemp, readdir, readFile, rm, symlink, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { CopyObjectCommand, GetObjectCommand, HeadObjectCommand, PutObjectCommand } from '@aws-sdk/client-s3'
import { beforeEach, describe, expect, inject, onTestFinished, test } from 'vitest'
import { createFolderBlobs } from '../../services/platform/blobs/folderBlobs.ts'
import { createMovingBlobs } from '../../services/platform/blobs/movingBlobs.ts'
import { createS3Blobs } from '../../services/platform/blobs/s3Blobs.ts'
import { openScratch } from '../../services/platform/blobs/scratch.ts'
import type { BlobStore } from '../../services/platform/blobs/blobs.ts'
import { toBuffer } from '../support/blobStoreContract.ts'
import { connectToS3, createBucket } from '../support/s3Server.ts'
import { move, startMove } from './moveCommand.ts'
import { startS3Proxy } from './s3Proxy.ts'

const access = inject('s3')
const client = connectToS3(access)
const jpeg = Buffer.from([0xff, 0xd8, 0xff, 0xe0, 1, 2, 3])
/** Larger than what one request sends. */
const large = randomBytes(20_000_000)

let dataDir: string
let bucket: string
let folder: BlobStore
/** The store of the running product. */
let product: BlobStore

beforeEach(async () => {
  dataDir = await mkdtemp(join(tmpdir(), 'keepsake-test-'))
  bucket = await createBucket(client)
  folder = await createFolderBlobs({ dataDir, databaseUrl: undefined })
  process.env['AWS_ACCESS_KEY_ID'] = access.accessKeyId
  process.env['AWS_SECRET_ACCESS_KEY'] = access.secretAccessKey
  const config = {
    bucket,
    prefix: 'mine/',
    endpoint: access.url,
    region: access.region,
    publicEndpoint: access.url,
    silenceTimeoutMilliseconds: 10_000,
  }
  product = createMovingBlobs(folder, createS3Blobs(config, await openScratch(join(dataDir, 'scratch'))))
  return async () => rm(dataDir, { recursive: true, force: true })
})

function settings(url = access.url) {
  return { dataDir, url, keys: access }
}

function target(): string {
  return `s3://${bucket}/mine`
}

async function put(key: string, content: Buffer | string, contentType = 'image/jpeg'): Promise<void> {
  await folder.put(key, Buffer.from(content), { contentType })
}

/** The content and media type of an object. Null if there is none. */
async function object(key: string): Promise<{ content: Buffer; type: string | undefined } | null> {
  const found = await client.send(new GetObjectCommand({ Bucket: bucket, Key: `mine/${key}` })).catch(() => null)
  return found && { content: Buffer.from((await found.Body?.transformToByteArray()) ?? []), type: found.ContentType }
}

async function putMany(count: number): Promise<string[]> {
  const keys = Array.from({ length: count }, (_, index) => `photos/a/${String(index).padStart(3, '0')}.jpg`)
  for (const key of keys) await put(key, `photo ${key}`)
  return keys
}

test('copies all blobs with their media types, and a second run reads none of them again', async () => {
  const blobs: [string, Buffer, string][] = [
    ['photos/a/1/300.jpg', jpeg, 'image/jpeg'],
    ['photos/a/1/original', jpeg, 'image/jpeg'],
    ['photos/a/2/original', Buffer.from('unknown'), 'application/octet-stream'],
    ['photos/b/1/original', Buffer.from('text'), 'text/plain'],
    ['photos/b/empty.json', Buffer.alloc(0), 'application/json'],
    ['exports/large.zip', large, 'application/zip'],
  ]
  for (const [key, content, type] of blobs) await put(key, content, type)
  const first = await move(settings(), '--to', target())
  expect(first.output).toContain('The folder has 6 files (20.0 MB).')
  expect(first.output).toContain('6 files were copied, 0 were in the bucket before, 0 were deleted meanwhile.')
  expect(first.output).toContain('The bucket has all files.')
  expect(first.code).toBe(0)
  for (const [key, content, type] of blobs) {
    const found = await object(key)
    expect([key, found?.type, found?.content.equals(content)]).toEqual([key, type, true])
  }
  const proxy = await startS3Proxy(access.url)
  const second = await move(settings(proxy.url), '--to', target())
  expect(second).toMatchObject({ code: 0, output: expect.stringContaining('6 were in the bucket before') })
  const heads = blobs.map(([key]) => `HEAD /${bucket}/mine/${key}`)
  expect(proxy.requests.toSorted()).toEqual([`GET /${bucket}/`, ...heads].toSorted())
  expect((await readdir(join(dataDir, 'blobs'))).toSorted()).toEqual(['content', 'temporary', 'types'])
})

test('continues where it was killed', async () => {
  const keys = await putMany(60)
  const proxy = await startS3Proxy(access.url)
  const { held } = proxy.hold({ method: 'PUT', path: keys[40] ?? '', when: 'before' })
  const first = startMove(settings(proxy.url), '--to', target())
  await held
  first.child.kill('SIGKILL')
  expect(await first.ended).toBeNull()
  expect(await object(keys[40] ?? '')).toBeNull()
  const second = await move(settings(), '--to', target())
  const [, copied, before] = /(\d+) files were copied, (\d+) were in the bucket before/.exec(second.output) ?? []
  expect(Number(copied) + Number(before)).toBe(60)
  expect(Number(before)).toBeGreaterThanOrEqual(33)
  expect(second.code).toBe(0)
  for (const key of keys) expect((await object(key))?.content.toString()).toBe(`photo ${key}`)
})

describe('a blob that the product deletes while it is copied', () => {
  test('is not in the bucket afterwards', async () => {
    const [key = ''] = await putMany(1)
    const proxy = await startS3Proxy(access.url)
    const { held, release } = proxy.hold({ method: 'PUT', path: key, when: 'before' })
    const run = startMove(settings(proxy.url), '--to', target())
    await held
    const other = await move(settings(), '--to', target())
    expect(other).toMatchObject({ code: 1, output: expect.stringContaining('in use by process') })
    await product.deleteFolder('photos/a')
    release()
    expect(await run.ended).toBe(0)
    expect(run.output()).toContain('1 were deleted meanwhile')
    expect(await object(key)).toBeNull()
  })

  test('is not in the bucket after the next run, if the first was killed', async () => {
    const [key = ''] = await putMany(1)
    const proxy = await startS3Proxy(access.url)
    const stored = proxy.hold({ method: 'PUT', path: key, when: 'after' })
    const run = startMove(settings(proxy.url), '--to', target())
    await stored.held
    await folder.delete([key])
    run.child.kill('SIGKILL')
    await run.ended
    expect(await object(key)).not.toBeNull()
    expect((await move(settings(), '--to', target())).code).toBe(0)
    expect(await object(key)).toBeNull()
  })
})

test.each(['before', 'after'] as const)(
  'does not replace what the product stores while the old blob is copied (%s the copy)',
  async (when) => {
    const [key = ''] = await putMany(1)
    const proxy = await startS3Proxy(access.url)
    const { held, release } = proxy.hold({ method: 'PUT', path: key, when })
    const run = startMove(settings(proxy.url), '--to', target())
    await held
    await product.put(key, Buffer.from('newer'), { contentType: 'image/jpeg' })
    release()
    expect(await run.ended).toBe(0)
    expect((await object(key))?.content.toString()).toBe('newer')
    expect(await folder.get(key)).toBeNull()
  },
)

describe('an object that the bucket already has', () => {
  const damaged = Buffer.from(large)
  damaged[15_000_000] = (damaged[15_000_000] ?? 0) ^ 1

  test.each([
    ['small', 'a.jpg', jpeg, Buffer.from([...jpeg.subarray(0, -1), 9])],
    ['of another size', 'a.jpg', jpeg, jpeg.subarray(1)],
    ['large', 'a.jpg', large, damaged],
  ])('is replaced if it differs (%s)', async (_, key, content, wrong) => {
    await put(key, content)
    await move(settings(), '--to', target())
    const { Metadata } = await client.send(new HeadObjectCommand({ Bucket: bucket, Key: `mine/${key}` }))
    const marked = { Bucket: bucket, Key: `mine/${key}`, Body: wrong, ContentType: 'image/jpeg', Metadata }
    await client.send(new PutObjectCommand(marked))
    const again = await move(settings(), '--to', target())
    expect(again).toMatchObject({ code: 0, output: expect.stringContaining('1 files were copied') })
    expect((await object(key))?.content.equals(content)).toBe(true)
  })

  test('is replaced if it differs, although another program has just stored it', async () => {
    await put('a.jpg', 'right')
    await client.send(new PutObjectCommand({ Bucket: bucket, Key: 'mine/a.jpg', Body: 'wrong' }))
    expect((await move(settings(), '--to', target())).code).toBe(0)
    expect(await object('a.jpg')).toEqual({ content: Buffer.from('right'), type: 'image/jpeg' })
  })

  test('stays if its bytes and type are right, although another program has stored it', async () => {
    await put('a.jpg', large)
    const same = { Bucket: bucket, Key: 'mine/a.jpg', Body: large, ContentType: 'image/jpeg' }
    const { ETag } = await client.send(new PutObjectCommand(same))
    const { code, output } = await move(settings(), '--to', target())
    expect([code, output]).toEqual([0, expect.stringContaining('0 files were copied, 1 were in the bucket before')])
    expect((await client.send(new HeadObjectCommand({ Bucket: bucket, Key: 'mine/a.jpg' }))).ETag).toBe(ETag)
  })

  test('gets the right type if only its type differs', async () => {
    await put('a/original', jpeg)
    await move(settings(), '--to', target())
    const place = { Bucket: bucket, Key: 'mine/a/original' }
    const CopySource = `${bucket}/mine/a/original`
    await client.send(
      new CopyObjectCommand({ ...place, CopySource, MetadataDirective: 'REPLACE', ContentType: 'text/plain' }),
    )
    expect((await move(settings(), '--to', target())).code).toBe(0)
    expect((await object('a/original'))?.type).toBe('image/jpeg')
  })
})

describe('files that cannot be copied', () => {
  test('are reported, and copied by the next run once they can be', async () => {
    await putMany(3)
    const unreadable = join(dataDir, 'blobs/content/photos/a/001.jpg')
    await chmod(unreadable, 0)
    await mkdir(join(dataDir, 'blobs/content/photos/closed'), { mode: 0 })
    const first = await move(settings(), '--to', target())
    expect(first.code).toBe(1)
    expect(first.output).toMatch(/^photos\/a\/001\.jpg: EACCES: permission denied/m)
    expect(first.output).toMatch(/^photos\/closed\/: EACCES: permission denied/m)
    expect(first.output).toContain('2 files were copied')
    expect(first.output).toContain('2 files or folders were not copied: see above.')
    expect(await object('photos/a/002.jpg')).not.toBeNull()
    await chmod(unreadable, 0o600)
    await chmod(join(dataDir, 'blobs/content/photos/closed'), 0o700)
    expect(await move(settings(), '--to', target())).toMatchObject({ code: 0 })
    expect(await object('photos/a/001.jpg')).not.toBeNull()
  })

  test('links are not followed', async () => {
    await putMany(1)
    const outside = await mkdtemp(join(tmpdir(), 'keepsake-test-'))
    onTestFinished(() => rm(outside, { recursive: true }))
    await writeFile(join(outside, 'secret'), 'secret')
    await symlink(outside, join(dataDir, 'blobs/content/photos/b'))
    await symlink(join(outside, 'secret'), join(dataDir, 'blobs/content/photos/c.jpg'))
    const { code, output } = await move(settings(), '--to', target())
    expect(code).toBe(1)
    expect(output).toContain('photos/b: It is a link, which is not followed.')
    expect(output).toContain('photos/c.jpg: It is a link, which is not followed.')
    expect([await object('photos/b/secret'), await object('photos/c.jpg')]).toEqual([null, null])
  })
})

describe('--delete', () => {
  test('deletes the files that the bucket has, with their folders', async () => {
    await putMany(3)
    await put('notes', 'text', 'text/plain')
    const { code, output } = await move(settings(), '--to', target(), '--delete')
    expect([code, output]).toEqual([0, expect.stringContaining('4 files were deleted from the folder.')])
    expect(await readdir(join(dataDir, 'blobs'))).toEqual(['temporary'])
    const blob = await (await product.get('photos/a/001.jpg'))?.read()
    expect(blob && (await toBuffer(blob)).toString()).toBe('photo photos/a/001.jpg')
  })

  test('deletes nothing if a file could not be copied', async () => {
    await putMany(3)
    await chmod(join(dataDir, 'blobs/content/photos/a/001.jpg'), 0)
    const { code, output } = await move(settings(), '--to', target(), '--delete')
    expect([code, output]).toEqual([1, expect.stringContaining('Nothing was deleted from the folder.')])
    expect(await readdir(join(dataDir, 'blobs/content/photos/a'))).toHaveLength(3)
  })
})

describe('the operator is told', () => {
  test.each([
    ['that --to is missing', [], 'Say where to move the files'],
    ['that --to is not a bucket', ['--to', 'https://key:password@s3.example/photos'], '--to must be a URL such as'],
    ['that an option is unknown', ['--from', 'a'], "Unknown option '--from'"],
  ])('%s', async (_, line, message) => {
    const { code, output } = await move(settings(), ...line)
    expect([code, output]).toEqual([1, expect.stringContaining(message)])
    expect(output).not.toMatch(/password|^ {4}at /m)
  })

  test.each([
    [
      'a wrong secret',
      () => ({ keys: { ...access, secretAccessKey: 'wrong' } }),
      'does not accept the credentials. (Sig',
    ],
    ['another account', () => ({ keys: access.stranger }), 'belongs to another account, or the S3'],
    ['a server that is away', () => ({ url: 'http://127.0.0.1:9' }), 'The blob store cannot be used: '],
    ['a wrong folder', () => ({ dataDir: join(dataDir, 'none') }), 'Set DATA_DIR.'],
  ])('of %s', async (_, changed, message) => {
    await putMany(1)
    const { code, output } = await move({ ...settings(), ...changed() }, '--to', target())
    expect([code, output]).toEqual([1, expect.stringContaining(message)])
    expect(output.trim().split('\n')).toHaveLength(1)
    expect(output).not.toContain(access.secretAccessKey)
  })

  test('of a missing bucket, which is not created', async () => {
    await putMany(1)
    const { code, output } = await move(settings(), '--to', `s3://${bucket}-none`)
    expect([code, output]).toEqual([1, expect.stringContaining(`There is no bucket ${bucket}-none.`)])
    expect(await readFile(join(dataDir, 'blobs/content/photos/a/000.jpg'), 'utf8')).toBe('photo photos/a/000.jpg')
  })
})
