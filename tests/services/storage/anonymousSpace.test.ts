import { randomUUID } from 'node:crypto'
import { request } from 'node:http'
import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import type { StorageTables } from '../../../services/storage/tables.ts'
import { readUpload } from '../../../services/storage/uploadStore.ts'
import { createInstallation, databaseKinds, type Installation } from '../../support/database.ts'
import { makeJpeg } from '../../support/pictures.ts'
import { claim, Visitor } from './anonymousCaller.ts'
import { Customer, type PhotoServices, startPhotoServices } from './customer.ts'
import { tus } from './tusMusts.ts'

const chunk = { ...tus, 'content-type': 'application/offset+octet-stream' }
/** The space of all uploads without an owner, in bytes. */
const space = 1_000_000

/** Creates an upload of this size. Returns its location. */
async function announce(visitor: Visitor, size: number): Promise<string> {
  const { status, headers } = await visitor.create(size)
  expect(status).toBe(201)
  return headers.get('location') ?? ''
}

async function offsetOf(visitor: Visitor, location: string): Promise<string | null> {
  return (await visitor.call('HEAD', location, { headers: tus })).headers.get('upload-offset')
}

describe.each(databaseKinds)('the space of uploads before the sign-in, on %s', (kind) => {
  let installation: Installation
  let running: PhotoServices
  let addresses = 0

  beforeAll(async () => {
    installation = await createInstallation(kind)
    running = await startPhotoServices(installation, { ANONYMOUS_UPLOAD_TOTAL: String(space) })
  })
  afterAll(async () => {
    await running.close()
    await installation.remove()
  })
  beforeEach(async () => {
    await database().deleteFrom('uploads').execute()
  })

  const database = () => running.services.platform.database<StorageTables>('storage')
  /** A visitor whose address no earlier visitor has. */
  const newVisitor = () => new Visitor(running.services.url, `203.0.113.${++addresses}`)
  const full = { status: 507, body: { code: 'ANONYMOUS_STORAGE_FULL' } }

  /** Moves the time of the latest bytes of all uploads, or of one upload, into the past. */
  async function makeIdle(minutes: number, location?: string): Promise<void> {
    await sql`
      update storage.uploads set received_at = received_at - ${minutes}::numeric * interval '1 minute'
      where ${location ?? null}::text is null or id::text = ${location?.split('/').at(-1) ?? null}`.execute(database())
  }

  /** Sends bytes in a request that does not end before the returned function is called. */
  async function sendSlowly(location: string, offset: number, bytes: Uint8Array): Promise<() => void> {
    const headers = { ...chunk, 'upload-offset': String(offset) }
    const sent = request(`${running.services.url}${location}`, { method: 'PATCH', headers })
    sent.on('error', () => undefined)
    sent.write(bytes)
    const id = location.split('/').at(-1) ?? ''
    await expect.poll(async () => (await readUpload(database(), id))?.is_held).toBe(true)
    return () => void sent.destroy()
  }

  test('is free again when an upload without bytes is idle for ten minutes', async () => {
    await announce(newVisitor(), space)
    expect(await newVisitor().create(1)).toMatchObject(full)
    await makeIdle(9.9)
    const refused = await newVisitor().create(1)
    expect(refused).toMatchObject(full)
    expect(refused.headers.get('retry-after')).toBe('600')
    await makeIdle(0.2)
    expect((await newVisitor().create(space)).status).toBe(201)
  })

  test('is taken by the bytes that an idle upload has received, and is needed for the rest when the upload continues', async () => {
    const bytes = await makeJpeg()
    const first = newVisitor()
    const location = await announce(first, bytes.length)
    expect((await first.append(location, 0, bytes.subarray(0, 1_000))).status).toBe(204)
    await makeIdle(11)
    expect(await newVisitor().create(space - 999)).toMatchObject(full)
    const other = newVisitor()
    const otherLocation = await announce(other, space - 1_000)
    const refused = await first.append(location, 1_000, bytes.subarray(1_000))
    expect(refused).toMatchObject(full)
    expect(refused.body.detail).toContain('What has arrived is kept.')
    expect(await offsetOf(first, location)).toBe('1000')
    // Nothing stays reserved for the refused bytes.
    await makeIdle(11, otherLocation)
    expect(await first.append(location, 1_000, bytes.subarray(1_000, 1_500))).toMatchObject({ status: 204 })
    expect((await first.append(location, 1_500, bytes.subarray(1_500))).status).toBe(204)
    const customer = new Customer(running.services.url, running.issuer)
    const uploadId = location.split('/').at(-1) ?? ''
    expect((await claim(customer, [uploadId])).body.uploads).toMatchObject([{ uploadId }])
    expect(await customer.settled(uploadId)).toMatchObject({ state: 'READY' })
  })

  test('is reserved while bytes arrive, and for ten minutes after the last bytes', async () => {
    const bytes = Buffer.alloc(space, await makeJpeg())
    const visitor = newVisitor()
    const location = await announce(visitor, space)
    await makeIdle(9)
    await visitor.append(location, 0, bytes.subarray(0, 1_000))
    await makeIdle(9)
    expect(await newVisitor().create(1)).toMatchObject(full)
    // A request without bytes does not reserve the space for longer.
    expect((await visitor.append(location, 1_000, new Uint8Array())).status).toBe(204)
    await makeIdle(2)
    const other = await announce(newVisitor(), 1)
    expect(await visitor.append(location, 1_000, bytes.subarray(1_000))).toMatchObject(full)
    await makeIdle(11, other)
    const stop = await sendSlowly(location, 1_000, bytes.subarray(1_000, 2_000))
    await makeIdle(11)
    expect(await newVisitor().create(1)).toMatchObject(full)
    stop()
    await expect.poll(() => offsetOf(visitor, location)).toBe('2000')
    expect(await newVisitor().create(1)).toMatchObject(full)
    await makeIdle(11)
    expect((await newVisitor().create(space - 2_000)).status).toBe(201)
  })

  test('is taken by a complete upload, however old its bytes are', async () => {
    const bytes = await makeJpeg()
    await newVisitor().uploadFile(bytes)
    const headers = { ...chunk, 'upload-length': String(bytes.length) }
    const inOneRequest = await newVisitor().call('POST', '/storage/files', { headers, body: bytes })
    expect(inOneRequest.status).toBe(201)
    await makeIdle(600)
    expect(await newVisitor().create(space - 2 * bytes.length + 1)).toMatchObject(full)
    expect((await newVisitor().create(space - 2 * bytes.length)).status).toBe(201)
  })

  test('is not needed to read the offset of an idle upload, or to delete it, after its writer was killed', async () => {
    const visitor = newVisitor()
    const location = await announce(visitor, space)
    await makeIdle(11)
    await announce(newVisitor(), 1)
    const ended = { writer: randomUUID(), writer_until: sql<Date>`now() - interval '1 minute'` }
    await database().updateTable('uploads').set(ended).where('size', '=', space).execute()
    expect(await offsetOf(visitor, location)).toBe('0')
    await database().updateTable('uploads').set(ended).where('size', '=', space).execute()
    expect((await visitor.call('DELETE', location, { headers: tus })).status).toBe(204)
  })

  test('is enough for one of two idle uploads that continue at the same time', async () => {
    const half = Math.ceil(space * 0.6)
    const bytes = Buffer.alloc(1_000, await makeJpeg())
    const visitors = [newVisitor(), newVisitor(), newVisitor()]
    const locations: string[] = []
    for (const visitor of visitors) {
      locations.push(await announce(visitor, half))
      await makeIdle(11)
    }
    const send = async (index: number) => visitors[index]?.append(locations[index] ?? '', 0, bytes)
    const answers = await Promise.all([send(0), send(1), send(2)])
    expect(answers.map((answer) => String(answer?.status)).toSorted()).toEqual(['204', '507', '507'])
  })
})
