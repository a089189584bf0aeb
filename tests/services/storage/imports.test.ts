import { randomUUID } from 'node:crypto'
import { readdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { createInstallation, type Installation } from '../../support/database.ts'
import { makeJpeg } from '../../support/pictures.ts'
import { type Answer, Customer, type PhotoServices, startPhotoServices, until } from './customer.ts'

const rounds = 12

describe('files from another service', () => {
  let installation: Installation
  let one: PhotoServices
  let other: PhotoServices
  let secret: string

  beforeAll(async () => {
    installation = await createInstallation('a PostgreSQL server')
    one = await startPhotoServices(installation, { MAX_UPLOAD_BYTES: '100000' })
    other = await startPhotoServices(installation, { IDENTITY_URL: one.services.config.urls.identity })
    secret = (await readFile(join(installation.dataDir, 'keys', 'services'), 'utf8')).trim()
  })
  afterAll(async () => {
    await other.close()
    await one.close()
    await installation.remove()
  })

  interface Given {
    readonly id?: string
    readonly size?: number
    readonly secret?: string
  }

  async function importFile(to: PhotoServices, owner: Customer, bytes: Uint8Array, given: Given = {}): Promise<Answer> {
    return put(to, owner, new Uint8Array(bytes), { size: bytes.length, ...given })
  }

  async function put(to: PhotoServices, owner: Customer, body: BodyInit, given: Given): Promise<Answer> {
    const { id = randomUUID(), size } = given
    const query = new URLSearchParams({ ownerId: owner.id, fileName: '../Été.jpg', size: String(size) })
    const request: RequestInit & { duplex: 'half' } = {
      method: 'PUT',
      body,
      headers: { 'content-type': 'application/octet-stream', 'x-service-secret': given.secret ?? secret },
      duplex: 'half',
    }
    const response = await fetch(`${to.services.url}/storage/imports/${id}?${query}`, request)
    return { status: response.status, headers: response.headers, body: await response.json() }
  }

  async function uploadFiles(): Promise<string[]> {
    return readdir(join(installation.dataDir, 'uploads'))
  }

  function newCustomer(): Customer {
    return new Customer(one.services.url, one.issuer)
  }

  test('are ingested once per upload, and once per content', async () => {
    const customer = newCustomer()
    const [bytes, id] = [await makeJpeg({ seed: 1 }), randomUUID()]
    const first = await importFile(one, customer, bytes, { id })
    expect(first).toMatchObject({ status: 200, body: { uploadId: id, duplicate: false, generation: 1 } })
    expect((await importFile(one, customer, bytes, { id })).body).toEqual(first.body)
    const known = (await importFile(one, customer, bytes)).body
    expect(known).toMatchObject({ imageId: first.body.imageId, duplicate: true })
    const [photo] = await customer.photosOf(1)
    expect(photo).toMatchObject({ imageId: first.body.imageId, localFileName: 'Été.jpg' })
    // Only content that is ready gets a new generation. The second import may have come before that or after it.
    const generation = known.generation + 1
    expect((await importFile(one, customer, bytes)).body).toMatchObject({ duplicate: true, generation })
    expect(await importFile(one, newCustomer(), bytes, { id })).toMatchObject({ status: 404 })
  })

  test.each([
    ['without the secret of the services', { secret: '' }, 403, 'SERVICES_ONLY'],
    ['with fewer bytes than announced', { size: 99_000 }, 400, 'WRONG_LENGTH'],
    ['with more bytes than announced', { size: 10 }, 400, 'WRONG_LENGTH'],
    ['above the size limit', { size: 100_001 }, 413, 'FILE_TOO_LARGE'],
    ['under an invalid id', { id: 'x' }, 400, 'INVALID_REQUEST'],
  ])('are not accepted %s', async (_what, given, status, code) => {
    const answer = await importFile(one, newCustomer(), await makeJpeg({ seed: 2, width: 64, height: 48 }), given)
    expect(answer).toMatchObject({ status, body: { code } })
  })

  test.each([
    ['not a picture', Buffer.from('text'), 415, 'UNSUPPORTED_TYPE'],
    ['empty', Buffer.alloc(0), 422, 'EMPTY_FILE'],
  ])('are refused at every attempt if they are %s', async (_what, bytes, status, code) => {
    const [customer, id] = [newCustomer(), randomUUID()]
    for (const to of [one, one, other]) {
      expect(await importFile(to, customer, bytes, { id })).toMatchObject({ status, body: { code } })
    }
  })

  test('leave nothing behind after a kill', async () => {
    const [customer, bytes, id] = [newCustomer(), await makeJpeg({ seed: 3 }), randomUUID()]
    const cutOff = async () => {
      // Creates the files that a process leaves if it is killed after it wrote the last row and before the files were
      // complete.
      for (const name of [id, `${id}.${randomUUID()}`])
        await writeFile(join(installation.dataDir, 'uploads', name), bytes)
    }
    const isGone = async () => ((await uploadFiles()).some((name) => name.startsWith(id)) ? null : true)
    expect((await importFile(one, customer, bytes, { id })).status).toBe(200)
    await cutOff()
    expect((await importFile(one, customer, bytes, { id })).status).toBe(200)
    expect(await isGone()).toBe(true)
    // If the upload is not repeated, the upkeep job finds the files.
    await cutOff()
    const { platform } = one.services
    await platform
      .database('storage')
      .transaction()
      .execute((change) => platform.jobs.enqueue(change, 'storage.upkeep', {}))
    await until(isGone, 'the files to be deleted')
  })

  test('are invisible to other processes until they are complete', async () => {
    const [customer, bytes, id] = [newCustomer(), await makeJpeg({ seed: 4 }), randomUUID()]
    const sent = new TransformStream<Uint8Array, Uint8Array>()
    const writer = sent.writable.getWriter()
    const slow = put(one, customer, sent.readable, { id, size: bytes.length })
    await writer.write(bytes.subarray(0, 1_000))
    const seen = await until(async () => (await uploadFiles()).find((name) => name.startsWith(id)) ?? null, 'a file')
    expect(seen).not.toBe(id)
    const quick = await importFile(other, customer, bytes, { id })
    expect(quick).toMatchObject({ status: 200, body: { duplicate: false } })
    await writer.write(bytes.subarray(1_000))
    await writer.close()
    expect(await slow).toMatchObject({ status: 200, body: quick.body })
    expect(await uploadFiles()).toEqual([])
  })

  test('are never refused because another process was quicker', async () => {
    const customer = newCustomer()
    for (let round = 0; round < rounds; round += 1) {
      const [bytes, id] = [await makeJpeg({ seed: round, width: 200 + round }), randomUUID()]
      const answers = await Promise.all(
        [one, other, one, other].map(async (to) => importFile(to, customer, bytes, { id })),
      )
      for (const { status, body } of answers) {
        // Busy and interrupted calls can be retried.
        if (status === 200) expect(body.duplicate).toBe(false)
        else expect([409, 503]).toContain(status)
      }
      expect(await importFile(one, customer, bytes, { id })).toMatchObject({ status: 200, body: { duplicate: false } })
    }
    await customer.photosOf(rounds)
    expect(await uploadFiles()).toEqual([])
  })
})
