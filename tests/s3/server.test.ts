import { createHash } from 'node:crypto'
import {
  AbortMultipartUploadCommand,
  CompleteMultipartUploadCommand,
  CreateMultipartUploadCommand,
  DeleteObjectsCommand,
  GetObjectCommand,
  HeadObjectCommand,
  ListMultipartUploadsCommand,
  ListObjectsV2Command,
  PutObjectCommand,
  UploadPartCommand,
} from '@aws-sdk/client-s3'
import { getSignedUrl } from '@aws-sdk/s3-request-presigner'
import { afterAll, beforeAll, describe, expect, inject, onTestFinished, test } from 'vitest'
import { createBucket, connectToS3, S3Server } from '../support/s3Server.ts'

/** The minimum size (bytes) of each part of an upload except the last. */
const smallestPart = 5 * 1024 ** 2
const weekSeconds = 7 * 24 * 60 * 60

const access = inject('s3')
const client = connectToS3(access)
let Bucket: string

beforeAll(async () => {
  Bucket = await createBucket(client)
})

afterAll(() => client.destroy())

async function put(Key: string, Body: string | Buffer): Promise<void> {
  await client.send(new PutObjectCommand({ Bucket, Key, Body }))
}

async function keys(Prefix: string): Promise<(string | undefined)[]> {
  const { Contents = [] } = await client.send(new ListObjectsV2Command({ Bucket, Prefix }))
  return Contents.map(({ Key }) => Key)
}

function md5(content: string): string {
  return createHash('md5').update(content).digest('base64')
}

async function uploadPart(Key: string, UploadId: string | undefined, PartNumber: number, Body: Buffer) {
  const { ETag } = await client.send(new UploadPartCommand({ Bucket, Key, UploadId, PartNumber, Body }))
  return { ETag, PartNumber }
}

/** Presigns a URL of an object. The URL is valid for a week, and sets headers of the answer. */
async function presign(signingDate: Date): Promise<string> {
  const headers = {
    ResponseContentDisposition: `attachment; filename*=UTF-8''Gr%C3%BC%C3%9Fe.jpg`,
    ResponseContentType: 'image/jpeg',
    ResponseCacheControl: 'private, max-age=600',
  }
  const command = new GetObjectCommand({ Bucket, Key: 'presigned/photo', ...headers })
  return getSignedUrl(client, command, { signingDate, expiresIn: weekSeconds })
}

describe('objects', () => {
  test('are stored only with the right Content-MD5', async () => {
    const object = { Bucket, Key: 'md5/photo', Body: 'a photo' }
    const wrong = client.send(new PutObjectCommand({ ...object, ContentMD5: md5('another photo') }))
    await expect(wrong).rejects.toMatchObject({ name: 'BadDigest', $metadata: { httpStatusCode: 400 } })
    expect(await keys('md5/')).toEqual([])
    await client.send(new PutObjectCommand({ ...object, ContentMD5: md5('a photo') }))
    expect(await keys('md5/')).toEqual(['md5/photo'])
  })

  test('are read in ranges', async () => {
    await put('range', '0123456789')
    const part = await client.send(new GetObjectCommand({ Bucket, Key: 'range', Range: 'bytes=2-4' }))
    expect(part.ContentRange).toBe('bytes 2-4/10')
    expect(await part.Body?.transformToString()).toBe('234')
    const beyond = client.send(new GetObjectCommand({ Bucket, Key: 'range', Range: 'bytes=10-' }))
    await expect(beyond).rejects.toMatchObject({ $metadata: { httpStatusCode: 416 } })
  })

  test('are not sent again if the reader has them', async () => {
    await put('cached', 'a photo')
    const { ETag } = await client.send(new HeadObjectCommand({ Bucket, Key: 'cached' }))
    const known = client.send(new GetObjectCommand({ Bucket, Key: 'cached', IfNoneMatch: ETag }))
    await expect(known).rejects.toMatchObject({ $metadata: { httpStatusCode: 304 } })
    const other = await client.send(new GetObjectCommand({ Bucket, Key: 'cached', IfNoneMatch: '"other"' }))
    expect(await other.Body?.transformToString()).toBe('a photo')
  })

  test('are deleted together, with one result per key', async () => {
    await put('delete/one', '1')
    await put('delete/two', '2')
    const Objects = ['one', 'two', 'missing'].map((name) => ({ Key: `delete/${name}` }))
    const { Deleted, Errors } = await client.send(new DeleteObjectsCommand({ Bucket, Delete: { Objects } }))
    expect(Deleted?.map(({ Key }) => Key).toSorted()).toEqual(['delete/missing', 'delete/one', 'delete/two'])
    expect(Errors ?? []).toEqual([])
    expect(await keys('delete/')).toEqual([])
  })

  test('of another user cannot be read', async () => {
    await put('private', 'a photo')
    const stranger = connectToS3(access, access.stranger)
    onTestFinished(() => stranger.destroy())
    const read = stranger.send(new GetObjectCommand({ Bucket, Key: 'private' }))
    await expect(read).rejects.toMatchObject({ name: 'AccessDenied', $metadata: { httpStatusCode: 403 } })
  })
})

describe('an upload in parts', () => {
  test('becomes one object when it is completed', async () => {
    const Key = 'parts/completed'
    const { UploadId } = await client.send(new CreateMultipartUploadCommand({ Bucket, Key }))
    const Parts = [
      await uploadPart(Key, UploadId, 1, Buffer.alloc(smallestPart, 'a')),
      await uploadPart(Key, UploadId, 2, Buffer.from('the end')),
    ]
    expect(await keys(Key)).toEqual([])
    await client.send(new CompleteMultipartUploadCommand({ Bucket, Key, UploadId, MultipartUpload: { Parts } }))
    const { Body, ContentLength } = await client.send(
      new GetObjectCommand({ Bucket, Key, Range: `bytes=${smallestPart - 1}-` }),
    )
    expect(ContentLength).toBe('athe end'.length)
    expect(await Body?.transformToString()).toBe('athe end')
  })

  test('leaves nothing behind when it is aborted', async () => {
    const Key = 'parts/aborted'
    const { UploadId } = await client.send(new CreateMultipartUploadCommand({ Bucket, Key }))
    await uploadPart(Key, UploadId, 1, Buffer.from('a part'))
    const list = async () =>
      (await client.send(new ListMultipartUploadsCommand({ Bucket, Prefix: Key }))).Uploads?.map((upload) => upload.Key)
    expect(await list()).toEqual([Key])
    await client.send(new AbortMultipartUploadCommand({ Bucket, Key, UploadId }))
    expect((await list()) ?? []).toEqual([])
    await expect(uploadPart(Key, UploadId, 2, Buffer.from('more'))).rejects.toMatchObject({ name: 'NoSuchUpload' })
    expect(await keys(Key)).toEqual([])
  })
})

describe('a presigned URL', () => {
  const hour = new Date()
  hour.setUTCMinutes(0, 0, 0)

  beforeAll(() => put('presigned/photo', 'a photo'))

  test('is the same for the same signing date, and sets headers of the answer', async () => {
    const address = await presign(hour)
    expect(await presign(hour)).toBe(address)
    const answer = await fetch(address)
    expect(answer.status).toBe(200)
    expect(Object.fromEntries(answer.headers)).toMatchObject({
      'content-disposition': `attachment; filename*=UTF-8''Gr%C3%BC%C3%9Fe.jpg`,
      'content-type': 'image/jpeg',
      'cache-control': 'private, max-age=600',
    })
    expect(await answer.text()).toBe('a photo')
  })

  test('is refused when it was changed or has expired', async () => {
    const address = await presign(hour)
    expect((await fetch(address.replace('max-age%3D600', 'max-age%3D601'))).status).toBe(403)
    expect((await fetch(await presign(new Date(hour.getTime() - 2 * weekSeconds * 1000)))).status).toBe(403)
  })
})

test('a gateway that hangs, dies and comes back keeps its objects', async () => {
  const server = await S3Server.start()
  onTestFinished(() => server.stop())
  const own = connectToS3(server)
  onTestFinished(() => own.destroy())
  const bucket = await createBucket(own)
  await own.send(new PutObjectCommand({ Bucket: bucket, Key: 'photo', Body: 'a photo' }))

  await server.pause()
  const answer = fetch(server.url)
  expect(await Promise.race([answer, ended(500)])).toBe('no answer')
  server.continue()
  expect((await answer).status).toBe(200)

  await server.kill()
  await expect(fetch(server.url)).rejects.toMatchObject({ cause: { code: 'ECONNREFUSED' } })
  await server.startGateway()
  const { Body } = await own.send(new GetObjectCommand({ Bucket: bucket, Key: 'photo' }))
  expect(await Body?.transformToString()).toBe('a photo')
})

function ended(milliseconds: number): Promise<string> {
  return new Promise((resolve) => {
    setTimeout(resolve, milliseconds, 'no answer')
  })
}
