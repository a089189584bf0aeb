import { randomUUID } from 'node:crypto'
import { ListObjectsV2Command } from '@aws-sdk/client-s3'
import { expect, inject, onTestFinished, test } from 'vitest'
import { originalKey, renditionKey } from '../../services/storage/keys.ts'
import { createInstallation, type Installation } from '../support/database.ts'
import { makeJpeg } from '../support/pictures.ts'
import { connectToS3, createBucket } from '../support/s3Server.ts'
import { Customer, type Photo, type PhotoServices, startPhotoServices, until } from '../services/storage/customer.ts'
import { move, startMove } from './moveCommand.ts'
import { startS3Proxy } from './s3Proxy.ts'

const access = inject('s3')
const client = connectToS3(access)
const resumable = { 'tus-resumable': '1.0.0' }
const photosBefore = 12
const pictures = Promise.all(
  Array.from({ length: photosBefore + 4 }, async (_, seed) => makeJpeg({ seed, width: 500 + seed, height: 400 })),
)

/** Starts the services, with the settings for the bucket, or with the files in the folder if `bucket` is null. */
async function start(installation: Installation, bucket: string | null, isMoving = true): Promise<PhotoServices> {
  const environment = {
    BLOBS: `s3://${bucket}/keepsake`,
    BLOBS_PUBLIC_URL: access.url,
    BLOBS_MOVING: String(isMoving),
    AWS_ENDPOINT_URL_S3: access.url,
  }
  return startPhotoServices(installation, bucket === null ? { BLOBS: '' } : environment)
}

/** The contents of the photos' pictures, by URL. */
async function contents(customer: Customer, photos: readonly Photo[]): Promise<Map<string, Buffer>> {
  const found = new Map<string, Buffer>()
  for (const { url, untouchedUrl, thumbnails } of photos) {
    for (const address of [url, untouchedUrl, ...thumbnails.map((thumbnail) => thumbnail.url)]) {
      const answer = await customer.read(address)
      expect(answer.status).toBe(200)
      found.set(address, Buffer.from(await answer.arrayBuffer()))
    }
  }
  return found
}

async function ready(customer: Customer, count: number): Promise<Photo[]> {
  return until(async () => {
    const photos = await customer.photosOf(count)
    return photos.every(({ thumbnails }) => thumbnails.length === 3) ? photos : null
  }, 'all renditions')
}

async function bucketKeys(Bucket: string): Promise<string[]> {
  const { Contents = [] } = await client.send(new ListObjectsV2Command({ Bucket }))
  return Contents.map(({ Key }) => Key?.replace(/^keepsake\//, '') ?? '')
}

function keysOf(owner: string, { imageId }: Photo): string[] {
  return [originalKey(owner, imageId), ...['300', '800', '1300'].map((id) => renditionKey(owner, imageId, id))]
}

test('an installation moves while customers upload and delete', async () => {
  const installation = await createInstallation('the embedded database')
  onTestFinished(() => installation.remove())
  const bucket = await createBucket(client)
  const [id, bytes] = [randomUUID(), await pictures]
  const upload = async (customer: Customer, from: number, to: number) => {
    for (const picture of bytes.slice(from, to)) await customer.upload(picture)
  }

  const before = await start(installation, null)
  const first = new Customer(before.services.url, before.issuer, id)
  await upload(first, 0, photosBefore)
  const photos = await ready(first, photosBefore)
  const all = await contents(first, photos)
  const unfinished = bytes.at(-1) ?? Buffer.alloc(0)
  const location = (await first.create(unfinished.length)).headers.get('location') ?? ''
  await first.append(location, 0, unfinished.subarray(0, 3_000))
  await before.close()

  const during = await start(installation, bucket)
  const second = new Customer(during.services.url, during.issuer, id)
  const offset = async () => (await second.call('HEAD', location, { headers: resumable })).headers.get('upload-offset')
  await expect.poll(offset).toBe('3000')
  expect((await second.append(location, 3_000, unfinished.subarray(3_000))).status).toBe(204)

  const settings = { dataDir: installation.dataDir, keys: access }
  const proxy = await startS3Proxy(access.url)
  const [, middle, deleted] = photos.toSorted((one, other) => (one.imageId < other.imageId ? -1 : 1))
  if (!middle || !deleted) throw new Error('There are too few photos.')
  const { held } = proxy.hold({ method: 'PUT', path: originalKey(id, middle.imageId), when: 'after' })
  const killed = startMove({ ...settings, url: proxy.url }, '--to', `s3://${bucket}/keepsake`)
  await held
  await upload(second, photosBefore, photosBefore + 3)
  for (const { imageId } of [middle, deleted]) {
    expect((await second.call('DELETE', `/photos/photos/${imageId}`)).status).toBe(204)
  }
  killed.child.kill('SIGKILL')
  expect(await killed.ended).toBeNull()
  await ready(second, photosBefore + 2)

  const finished = await move({ ...settings, url: access.url }, '--to', `s3://${bucket}/keepsake`)
  expect(finished).toMatchObject({ code: 0, output: expect.stringContaining('The bucket has all files.') })
  await during.close()

  const after = await start(installation, bucket, false)
  onTestFinished(() => after.close())
  const third = new Customer(after.services.url, after.issuer, id)
  const left = await ready(third, photosBefore + 2)
  const isKept = ({ imageId }: Photo) => imageId !== middle.imageId && imageId !== deleted.imageId
  for (const [address, content] of await contents(third, photos.filter(isKept))) {
    expect(all.get(address)?.equals(content), address).toBe(true)
    const answer = await fetch(address.replace(/^https?:\/\/[^/]+/, third.url), { redirect: 'manual' })
    expect([answer.status, answer.headers.get('location')]).toEqual([307, expect.stringContaining(access.url)])
  }
  const originals = [...(await contents(third, left)).values()]
  for (const picture of bytes) {
    const isDeleted = [middle, deleted].some(({ untouchedUrl }) => all.get(untouchedUrl)?.equals(picture))
    expect(originals.some((content) => content.equals(picture))).toBe(!isDeleted)
  }
  const expected = left.flatMap((photo) => keysOf(id, photo)).toSorted()
  await expect.poll(async () => (await bucketKeys(bucket)).toSorted()).toEqual(expected)
})
