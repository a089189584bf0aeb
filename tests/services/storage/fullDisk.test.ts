import { once } from 'node:events'
import { readFile, rename, rm, writeFile } from 'node:fs/promises'
import { randomBytes, randomUUID } from 'node:crypto'
import { join } from 'node:path'
import { Client } from 'pg'
import sharp from 'sharp'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { createKillableServices, type KillableServices } from '../../support/killableServices.ts'
import { type Answer, Customer, publicUrl, until } from './customer.ts'
import { sendPart } from './partialUpload.ts'

const resumable = { 'tus-resumable': '1.0.0' }
/** The largest file that the services can write. */
const roomKilobytes = 200
const roomBytes = roomKilobytes * 1024
const uploadsAtOnce = 6

let services: KillableServices

beforeAll(async () => {
  services = await createKillableServices('a PostgreSQL server', publicUrl, 'storage,photos')
})
afterEach(() => services.kill())
afterAll(() => services.remove())

test('uploads on a full disk are answered with 507, keep what was acknowledged, and continue once there is room', async () => {
  const customer = new Customer(services.url, services.issuer)
  await services.start(roomKilobytes)
  const uploads = await Promise.all(
    Array.from({ length: uploadsAtOnce }, async (_, index) => createUpload(customer, await noise(600, 85), index)),
  )
  const answers = await Promise.all(
    uploads.map(async ({ bytes, location, acknowledged }) =>
      customer.append(location, acknowledged, bytes.subarray(acknowledged)),
    ),
  )
  for (const { status, body, headers } of answers) {
    expect({ status, code: body.code }).toEqual({ status: 507, code: 'STORAGE_FULL' })
    expect(Number(headers.get('retry-after'))).toBeGreaterThan(0)
  }
  const small = await noise(100, 50)
  expect((await customer.upload(small)).body).toMatchObject({ duplicate: false })
  await customer.photosOf(1)

  await services.kill()
  await services.start()
  for (const { bytes, location, acknowledged } of uploads) {
    const offset = await offsetOf(customer, location)
    expect(offset).toBeGreaterThanOrEqual(acknowledged)
    expect((await customer.append(location, offset, bytes.subarray(offset))).status).toBe(204)
  }
  const photos = await customer.photosOf(uploads.length + 1)
  const stored = await Promise.all(
    photos.map(async ({ untouchedUrl }) => (await customer.read(untouchedUrl)).arrayBuffer()),
  )
  const sent = [...uploads.map(({ bytes }) => bytes), small]
  expect(stored.map((bytes) => Buffer.from(bytes).toString('base64')).toSorted()).toEqual(
    sent.map((bytes) => bytes.toString('base64')).toSorted(),
  )
})

test('a client that stops in the middle of a chunk is answered as soon as its bytes could not be written', async () => {
  const customer = new Customer(services.url, services.issuer)
  await services.start(roomKilobytes)
  const bytes = randomBytes(roomBytes * 3)
  const location = (await customer.create(bytes.length)).headers.get('location') ?? ''
  const socket = await sendPart(services.url, customer, location, bytes, roomBytes * 2)
  expect(String((await once(socket, 'data'))[0])).toContain('HTTP/1.1 507')
  socket.destroy()
  expect(await offsetOf(customer, location)).toBe(roomBytes)
})

test('the next request on the connection of a 507 is answered', async () => {
  const customer = new Customer(services.url, services.issuer)
  await services.start(roomKilobytes)
  const bytes = randomBytes(roomBytes * 3)
  const location = (await customer.create(bytes.length)).headers.get('location') ?? ''
  const socket = await sendPart(services.url, customer, location, bytes, bytes.length)
  expect(String((await once(socket, 'data'))[0])).toContain('HTTP/1.1 507')
  const head = [`HEAD ${location} HTTP/1.1`, 'Host: localhost', `Authorization: Bearer ${await customer.token()}`]
  socket.write(`${[...head, 'Tus-Resumable: 1.0.0'].join('\r\n')}\r\n\r\n`)
  expect(String((await once(socket, 'data'))[0])).toContain(`upload-offset: ${roomBytes}`)
  socket.destroy()
})

test('a new upload that cannot be stored counts towards no limit', async () => {
  const customer = new Customer(services.url, services.issuer)
  await services.start(roomKilobytes)
  const bytes = randomBytes(roomBytes * 2)
  const answer = await customer.call('POST', '/storage/files', {
    body: bytes,
    headers: { ...resumable, 'upload-length': String(bytes.length), 'content-type': 'application/offset+octet-stream' },
  })
  expect(answer).toMatchObject({ status: 507, body: { code: 'STORAGE_FULL' } })
  expect(answer.headers.has('location')).toBe(false)
  const folder = join(services.installation.dataDir, 'uploads')
  await rename(folder, `${folder}.before`)
  await writeFile(folder, 'This file stands for a disk on which no file can be created.')
  expect((await customer.create(1_000)).status).toBe(500)
  await rm(folder)
  await rename(`${folder}.before`, folder)
  expect((await customer.call('GET', '/storage/usage')).body).toMatchObject({ announcedBytes: 0 })
})

test('renditions that do not fit are made once there is room', async () => {
  const customer = new Customer(services.url, services.issuer)
  await services.start(roomKilobytes)
  // The original fits. Its renditions have more bytes, because their quality is higher.
  const bytes = await noise(1_300, 10)
  expect(bytes.length).toBeLessThan(roomBytes)
  const { uploadId } = (await customer.upload(bytes)).body
  await until(async () => ((await failures('storage.renditions')) > 0 ? true : null), 'the renditions to fail')
  expect(await customer.photos()).toEqual([])
  await services.kill()
  await services.start()
  expect(await customer.settled(uploadId)).toMatchObject({ state: 'READY' })
  const [photo] = await customer.photosOf(1)
  const largest = photo?.thumbnails.at(-1)?.url ?? ''
  const { width } = await sharp(await (await customer.read(largest)).arrayBuffer()).metadata()
  expect(width).toBe(1_300)
})

test('a file from another service is refused with 507, and stored once there is room', async () => {
  const customer = new Customer(services.url, services.issuer)
  const [id, bytes] = [randomUUID(), await noise(600, 85)]
  await services.start(roomKilobytes)
  expect(await importFile(customer, id, bytes)).toMatchObject({ status: 507, body: { code: 'STORAGE_FULL' } })
  await services.kill()
  await services.start()
  expect(await importFile(customer, id, bytes)).toMatchObject({ status: 200, body: { duplicate: false } })
  const [photo] = await customer.photosOf(1)
  const stored = await (await customer.read(photo?.untouchedUrl ?? '')).arrayBuffer()
  expect(Buffer.from(stored).equals(bytes)).toBe(true)
})

interface StartedUpload {
  readonly bytes: Buffer
  readonly location: string
  /** How many bytes storage has acknowledged. */
  readonly acknowledged: number
}

/** Announces an upload that is larger than the room. Every second upload sends a first piece, which fits. */
async function createUpload(customer: Customer, bytes: Buffer, index: number): Promise<StartedUpload> {
  expect(bytes.length).toBeGreaterThan(roomBytes)
  const location = (await customer.create(bytes.length)).headers.get('location') ?? ''
  const acknowledged = index % 2 === 0 ? 0 : 100_000
  if (acknowledged > 0) expect((await customer.append(location, 0, bytes.subarray(0, acknowledged))).status).toBe(204)
  return { bytes, location, acknowledged }
}

/** A JPEG of random pixels, which has many bytes. */
async function noise(side: number, quality: number): Promise<Buffer> {
  const raw = { width: side, height: side, channels: 3 } as const
  return sharp(randomBytes(side * side * 3), { raw })
    .jpeg({ quality })
    .toBuffer()
}

async function offsetOf(customer: Customer, location: string): Promise<number> {
  const { headers } = await customer.call('HEAD', location, { headers: resumable })
  return Number(headers.get('upload-offset'))
}

async function importFile(owner: Customer, id: string, bytes: Buffer): Promise<Pick<Answer, 'status' | 'body'>> {
  const secret = (await readFile(join(services.installation.dataDir, 'keys', 'services'), 'utf8')).trim()
  const query = new URLSearchParams({ ownerId: owner.id, fileName: 'a.jpg', size: String(bytes.length) })
  const { status, body } = await owner.call('PUT', `/storage/imports/${id}?${query}`, {
    body: bytes,
    headers: { 'content-type': 'application/octet-stream', 'x-service-secret': secret },
  })
  return { status, body }
}

/** How many jobs of a queue were retried. */
async function failures(queue: string): Promise<number> {
  const client = new Client({ connectionString: services.installation.databaseUrl })
  await client.connect()
  try {
    const { rows } = await client.query<{ count: number }>(
      'select count(*)::int as count from jobs.job where name = $1 and retry_count >= 1',
      [queue],
    )
    return rows[0]?.count ?? 0
  } finally {
    await client.end()
  }
}
