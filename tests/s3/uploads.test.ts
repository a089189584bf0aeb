import { join } from 'node:path'
import { buffer } from 'node:stream/consumers'
import { type Kysely, sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { originalKey } from '../../services/storage/keys.ts'
import type { StorageTables } from '../../services/storage/tables.ts'
import { readUpload } from '../../services/storage/uploadStore.ts'
import { keysInBucket } from '../support/blobSettings.ts'
import { createKillableServices, type KillableServices } from '../support/killableServices.ts'
import { makeJpeg } from '../support/pictures.ts'
import { Customer, type PhotoServices, publicUrl, startPhotoServices, until } from '../services/storage/customer.ts'
import { sendPart, untilInFolder } from '../services/storage/partialUpload.ts'

const resumable = { 'tus-resumable': '1.0.0' }
const pieceBytes = 8 * 1024 * 1024
const megabyte = 1024 * 1024

describe('an upload into a bucket at two replicas without a common folder', () => {
  let first: KillableServices
  let second: PhotoServices
  let database: Kysely<StorageTables>
  let here: Customer
  let there: Customer

  beforeAll(async () => {
    first = await createKillableServices('a PostgreSQL server', publicUrl, 'storage')
    await first.start()
    second = await startPhotoServices(first.installation, { IDENTITY_URL: first.identityUrl }, ['storage'])
    database = second.services.platform.database<StorageTables>('storage')
    here = new Customer(first.url, first.issuer)
    there = new Customer(second.services.url, first.issuer, here.id)
  })
  afterAll(async () => {
    await second.close()
    await first.remove()
  })

  /**
   * Creates an upload of a photo of about 20 MB. Most of its bytes follow the picture, as in photos that contain a
   * film.
   */
  async function begin(seed: number): Promise<{ bytes: Buffer; location: string; id: string }> {
    const bytes = Buffer.concat([await makeJpeg({ seed }), Buffer.alloc(20 * megabyte, `${seed}`)])
    const location = (await here.create(bytes.length)).headers.get('location') ?? ''
    return { bytes, location, id: location.split('/').at(-1) ?? '' }
  }

  async function arrived(id: string): Promise<number> {
    const { rows } = await sql<{ bytes: number }>`
      select coalesce(sum(length), 0)::float8 as bytes from storage.upload_pieces where upload_id = ${id}`.execute(
      database,
    )
    return rows[0]?.bytes ?? 0
  }

  async function untilArrived(id: string, bytes: number): Promise<void> {
    await until(async () => ((await arrived(id)) >= bytes ? true : null), 'the first pieces')
  }

  async function expectKept(id: string, bytes: Buffer): Promise<void> {
    const upload = await readUpload(database, id)
    const blob = await second.services.platform.blobs.get(originalKey(here.id, upload?.image_id ?? ''))
    const stored = await blob?.read()
    expect(stored && (Buffer.isBuffer(stored) ? stored : await buffer(stored)).equals(bytes)).toBe(true)
    expect(await keysInBucket(first.installation.dataDir, `uploads/${id}`)).toEqual([])
  }

  async function expireLease(id: string): Promise<void> {
    await database
      .updateTable('uploads')
      .set({ writer_until: sql`now()` })
      .where('id', '=', id)
      .execute()
  }

  test('is continued at the second replica after the last piece that the first replica stored before it was killed', async () => {
    const { bytes, location, id } = await begin(1)
    const socket = await sendPart(first.url, here, location, bytes, 19 * megabyte)
    await untilArrived(id, 2 * pieceBytes)
    await first.kill()
    socket.destroy()
    await expireLease(id)
    const offset = await offsetAt(there, location)
    expect(offset).toBe(await arrived(id))
    expect(offset).toBeGreaterThanOrEqual(2 * pieceBytes)
    expect((await there.append(location, offset, bytes.subarray(offset))).status).toBe(204)
    await expectKept(id, bytes)
    await first.start()
  })

  test('keeps the bytes of a connection that broke off before a piece was full', async () => {
    const { bytes, location, id } = await begin(2)
    const socket = await sendPart(first.url, here, location, bytes, 3 * megabyte)
    await untilInFolder(join(first.installation.dataDir, 'scratch'), bytes.subarray(0, 3 * megabyte))
    socket.destroy()
    const offset = await until(async () => (await offsetAt(there, location)) || null, 'the bytes')
    expect(offset).toBe(3 * megabyte)
    expect((await there.append(location, offset, bytes.subarray(offset))).status).toBe(204)
    await expectKept(id, bytes)
  })

  test('is not changed by the late bytes of a process that was paused until its lease expired', async () => {
    const { bytes, location, id } = await begin(3)
    const other = Buffer.from(bytes).fill('late', 10 * megabyte)
    const socket = await sendPart(first.url, here, location, other, 15 * megabyte)
    await untilArrived(id, pieceBytes)
    first.pause()
    await expireLease(id)
    const offset = await offsetAt(there, location)
    expect((await there.append(location, offset, bytes.subarray(offset))).status).toBe(204)
    first.resume()
    socket.end(other.subarray(15 * megabyte))
    await until(async () => (socket.destroyed ? true : null), 'the end of the late request')
    await expectKept(id, bytes)
  })
})

async function offsetAt(customer: Customer, location: string): Promise<number> {
  const { headers } = await customer.call('HEAD', location, { headers: resumable })
  return Number(headers.get('upload-offset'))
}
