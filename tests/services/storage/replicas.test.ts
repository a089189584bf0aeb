import { once } from 'node:events'
import { rm, stat, writeFile } from 'node:fs/promises'
import type { Socket } from 'node:net'
import { join } from 'node:path'
import { buffer } from 'node:stream/consumers'
import fastify from 'fastify'
import { v7 as uuidv7 } from 'uuid'
import { type Kysely, sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest'
import { receiveChunk } from '../../../services/storage/chunks.ts'
import { originalKey } from '../../../services/storage/keys.ts'
import type { StorageTables } from '../../../services/storage/tables.ts'
import { createUploadLeases } from '../../../services/storage/uploadLeases.ts'
import type { UploadBytes } from '../../../services/storage/uploadBytes.ts'
import { createUploadFolder, uploadDirectory } from '../../../services/storage/uploadFolder.ts'
import { type UploadRow, readUpload } from '../../../services/storage/uploadStore.ts'
import { createKillableServices, type KillableServices } from '../../support/killableServices.ts'
import { makeJpeg } from '../../support/pictures.ts'
import { Customer, type PhotoServices, publicUrl, startPhotoServices, until } from './customer.ts'
import { sendPart } from './partialUpload.ts'

const resumable = { 'tus-resumable': '1.0.0' }
const sent = 30_000
/** The duration of a lease, in ms. */
const lease = 10_000

describe('an upload at two replicas of storage', () => {
  let first: KillableServices
  let second: PhotoServices
  let database: Kysely<StorageTables>
  /** The same customer, as a client of the first and of the second replica. */
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

  interface CreatedUpload {
    readonly bytes: Buffer
    readonly location: string
    readonly id: string
  }

  async function createUpload(seed: number): Promise<CreatedUpload> {
    const bytes = await makeJpeg({ seed, width: 1_200, height: 900 })
    const location = (await here.create(bytes.length)).headers.get('location') ?? ''
    return { bytes, location, id: location.split('/').at(-1) ?? '' }
  }

  async function read(id: string): Promise<UploadRow> {
    const upload = await readUpload(database, id)
    if (!upload) throw new Error(`There is no upload ${id}.`)
    return upload
  }

  /** Sends the first bytes of a chunk of this length to the first replica, which then waits for the other bytes. */
  async function startUpload(seed: number, length?: number): Promise<CreatedUpload & { readonly socket: Socket }> {
    const created = await createUpload(seed)
    const socket = await sendPart(first.url, here, created.location, created.bytes.subarray(0, length), sent)
    const file = join(first.installation.dataDir, 'uploads', created.id)
    await until(async () => ((await stat(file)).size === sent ? true : null), 'the first bytes')
    return { ...created, socket }
  }

  /** Ends the lease now, instead of after ten seconds. */
  async function expire(id: string): Promise<void> {
    await database
      .updateTable('uploads')
      .set({ writer_until: sql`now()` })
      .where('id', '=', id)
      .execute()
  }

  async function expectKept(id: string, bytes: Buffer): Promise<void> {
    const { image_id: imageId } = await read(id)
    const blob = await second.services.platform.blobs.get(originalKey(here.id, imageId))
    const stored = await blob?.read()
    if (!stored) throw new Error('The original is not stored.')
    expect((Buffer.isBuffer(stored) ? stored : await buffer(stored)).equals(bytes)).toBe(true)
  }

  test('is written by only one of two simultaneous requests', async () => {
    for (const seed of [1, 2, 3, 4, 5]) {
      const { bytes, location, id } = await createUpload(seed)
      const answers = await Promise.all(
        [here, there].map(async (customer) =>
          customer.append(location, 0, bytes).then(
            ({ status }) => status,
            // No status: the replica that wrote first was asked to stop, and has closed its connection.
            () => 0,
          ),
        ),
      )
      const stopped = answers.filter((status) => status !== 204)
      expect(stopped).toHaveLength(1)
      expect([0, 409, 423]).toContain(stopped[0])
      await expectKept(id, bytes)
    }
  })

  test('can be resumed at the second replica while the first still waits for the broken connection', async () => {
    const { bytes, location, id, socket } = await startUpload(10)
    const closed = once(socket, 'close')
    const { headers } = await there.call('HEAD', location, { headers: resumable })
    expect(headers.get('upload-offset')).toBe(String(sent))
    await closed
    expect((await there.append(location, sent, bytes.subarray(sent))).status).toBe(204)
    await expectKept(id, bytes)
  })

  test('can be cancelled at the second replica while the first replica receives its bytes', async () => {
    const { location, socket } = await startUpload(11)
    const closed = once(socket, 'close')
    expect((await there.call('DELETE', location, { headers: resumable })).status).toBe(204)
    await closed
    expect((await here.call('HEAD', location, { headers: resumable })).status).toBe(404)
  })

  test('renews its lease while it is received, and releases it after each request', async () => {
    const { bytes, location, id, socket } = await startUpload(12)
    const { writer_until: before } = await read(id)
    await until(async () => {
      const { writer_until: now } = await read(id)
      return Number(now) > Number(before) ? true : null
    }, 'a renewal')
    socket.destroy()
    await until(async () => ((await read(id)).writer === null ? true : null), 'the lease to be released')
    expect((await here.append(location, sent, bytes.subarray(sent, sent + 10))).status).toBe(204)
    expect((await read(id)).writer).toBeNull()
  })

  test('is not changed by a process that was paused until its lease expired', async () => {
    const { bytes, location, id, socket } = await startUpload(13)
    const closed = once(socket, 'close')
    first.pause()
    try {
      await expire(id)
      const middle = sent + 10_000
      expect((await there.append(location, sent, bytes.subarray(sent, middle))).status).toBe(204)
      await new Promise<void>((resolve) => socket.write(Buffer.alloc(20_000), () => resolve()))
      first.resume()
      await closed
      const { headers } = await there.call('HEAD', location, { headers: resumable })
      expect(headers.get('upload-offset')).toBe(String(middle))
      expect((await there.append(location, middle, bytes.subarray(middle))).status).toBe(204)
    } finally {
      first.resume()
    }
    await expectKept(id, bytes)
  })

  test('is not confirmed by a process that was paused until its lease expired', async () => {
    const { bytes, location, id, socket } = await startUpload(14, sent + 10_000)
    const end = Promise.race([once(socket, 'close'), once(socket, 'data')])
    let answer = ''
    socket.on('data', (data) => (answer += data.toString()))
    first.pause()
    try {
      await expire(id)
      expect((await there.append(location, sent, bytes.subarray(sent, sent + 1))).status).toBe(204)
      await new Promise<void>((resolve) => socket.write(bytes.subarray(sent, sent + 10_000), () => resolve()))
    } finally {
      first.resume()
    }
    await end
    expect(answer).not.toContain(' 204 ')
    const { headers } = await there.call('HEAD', location, { headers: resumable })
    expect(headers.get('upload-offset')).toBe(String(sent + 1))
  })

  test('is refused with 423 if its writer does not stop', async () => {
    const { bytes, location, id } = await createUpload(15)
    await database
      .updateTable('uploads')
      .set({ writer: uuidv7(), writer_until: sql`now() + interval '1 hour'` })
      .where('id', '=', id)
      .execute()
    expect(await there.append(location, 0, bytes)).toMatchObject({ status: 423, body: { code: 'UPLOAD_LOCKED' } })
    expect((await read(id)).is_writer_asked).toBe(true)

    // Nothing more can be written to a complete file, so its offset is certain although its writer has not stopped.
    await writeFile(join(first.installation.dataDir, 'uploads', id), bytes)
    const { headers } = await there.call('HEAD', location, { headers: resumable })
    expect(headers.get('upload-offset')).toBe(String(bytes.length))
  })

  test('does not exist, if its process was killed before it made the file', async () => {
    const { bytes, location, id } = await createUpload(17)
    await rm(join(first.installation.dataDir, 'uploads', id))
    const killed = { writer: uuidv7(), writer_until: sql<Date>`now()` }
    await database.updateTable('uploads').set(killed).where('id', '=', id).execute()
    expect(await there.append(location, 0, bytes)).toMatchObject({ status: 404, body: { code: 'UPLOAD_NOT_FOUND' } })
    expect((await read(id)).writer).toBeNull()
    expect((await there.call('DELETE', location, { headers: resumable })).status).toBe(204)
  })

  test('has ended for the next writer, if the previous writer stores it at the moment of the claim', async () => {
    const { bytes, location, id } = await createUpload(18)
    await rm(join(first.installation.dataDir, 'uploads', id))
    const paused = { writer: uuidv7(), writer_until: sql<Date>`now()` }
    await database.updateTable('uploads').set(paused).where('id', '=', id).execute()
    await sql`create function storage.end_upload() returns trigger language plpgsql as
      $$ begin new.state := 'READY'; return new; end $$`.execute(database)
    // The trigger ends the upload during the claim, which has still read the upload as one that is being received.
    await sql`create trigger end_upload before update on storage.uploads for each row
      when (old.id = ${sql.lit(id)}) execute function storage.end_upload()`.execute(database)
    onTestFinished(async () => void (await sql`drop function storage.end_upload cascade`.execute(database)))
    expect(await there.append(location, 0, bytes)).toMatchObject({ status: 409, body: { code: 'UPLOAD_FINISHED' } })
    const { headers } = await there.call('HEAD', location, { headers: resumable })
    expect(headers.get('upload-offset')).toBe(String(bytes.length))
  })

  test('is locked, and the client tries again, if its file disappears before the bytes are written', async () => {
    const uploads = createUploadFolder(uploadDirectory(first.installation.dataDir))
    const { bytes, id } = await createUpload(19)
    const leases = createUploadLeases({ platform: second.services.platform, database, uploads })
    const lease = leases.hold({ id, ownerId: uuidv7(), writer: uuidv7(), since: performance.now() })
    const whoseFileDisappears: UploadBytes = {
      ...uploads,
      append: async (uploadId, piece) => {
        await uploads.remove(uploadId)
        return uploads.append(uploadId, piece)
      },
    }
    const app = fastify()
    onTestFinished(async () => app.close())
    app.addContentTypeParser('*', (_request, _payload, done) => done(null))
    app.patch('/', async (request) =>
      receiveChunk({ uploads: whoseFileDisappears }, request, { id, size: bytes.length, lease }, 0),
    )
    const answer = await app.inject({ method: 'PATCH', url: '/', payload: bytes, headers: { 'content-type': 'a/b' } })
    expect([answer.statusCode, answer.json().code]).toEqual([423, 'UPLOAD_LOCKED'])
  })

  test('is abandoned by a writer that cannot renew its lease', async () => {
    const { id } = await createUpload(20)
    const uploads = createUploadFolder(uploadDirectory(first.installation.dataDir))
    const leases = createUploadLeases({ platform: second.services.platform, database, uploads })
    const writer = uuidv7()
    await database.updateTable('uploads').set({ writer }).where('id', '=', id).execute()
    const since = performance.now()
    const held = leases.hold({ id, ownerId: uuidv7(), writer, since })
    const stopped = once(held.stopped, 'abort')
    await database.transaction().execute(async (transaction) => {
      // The renewals get no answer while this transaction locks the row.
      await transaction.selectFrom('uploads').selectAll().where('id', '=', id).forUpdate().execute()
      expect([held.isHeld(), held.stopped.aborted]).toEqual([true, false])
      await stopped
    })
    // A timer fires early by the time for which the event loop was busy when the timer was set.
    expect(performance.now() - since).toBeGreaterThanOrEqual(lease - 500)
    // The renewals come before this statement, so they have succeeded now. But they came too late.
    await database.selectFrom('uploads').select('id').where('id', '=', id).forUpdate().execute()
    await expect.poll(() => held.isHeld()).toBe(false)
    held.endLocally()
  })

  test('is locked for at most ten seconds after the process that received it was killed', async () => {
    const { bytes, location, id } = await startUpload(16)
    await first.kill()
    const { rows } = await sql<{ left: number }>`
      select extract(epoch from writer_until - clock_timestamp())::float * 1000 as left
      from storage.uploads where id = ${id}`.execute(database)
    expect(rows[0]?.left).toBeLessThanOrEqual(lease)
    await expire(id)
    expect((await there.append(location, sent, bytes.subarray(sent))).status).toBe(204)
    await expectKept(id, bytes)
  })
})
