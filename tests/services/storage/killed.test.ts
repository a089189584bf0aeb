import { randomInt } from 'node:crypto'
import { appendFile, readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout } from 'node:timers/promises'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { databaseKinds } from '../../support/database.ts'
import { createKillableServices, type KillableServices } from '../../support/killableServices.ts'
import { makeJpeg } from '../../support/pictures.ts'
import { Customer, publicUrl, until } from './customer.ts'

const uploads = 30
/** How many of the uploads send a file that was uploaded before. */
const knownFiles = 4

describe.each(databaseKinds)('services killed during uploads, on %s', (kind) => {
  let services: KillableServices

  beforeEach(async () => {
    services = await createKillableServices(kind, publicUrl, 'storage,photos')
    await services.start()
  })
  afterEach(() => services.remove())

  test('show every acknowledged photo and no incomplete photo, even when a file was uploaded before', async () => {
    const customer = new Customer(services.url, services.issuer)
    const pictures = await Promise.all(
      Array.from({ length: uploads }, async (_, seed) => makeJpeg({ seed, width: 500 + seed, height: 400 })),
    )
    for (const bytes of pictures.slice(0, knownFiles)) await customer.upload(bytes)
    const acknowledged = new Map<string, Buffer>()
    const send = async (bytes: Buffer) => {
      const created = await customer.create(bytes.length)
      const location = created.headers.get('location') ?? ''
      const { status } = await customer.append(location, 0, bytes)
      if (status === 204) acknowledged.set(location.split('/').at(-1) ?? '', bytes)
    }
    // A request fails if the services are killed while it runs.
    const sending = pictures.map(async (bytes) => send(bytes).catch(() => undefined))
    const enough = randomInt(3, 16)
    await until(async () => (acknowledged.size >= enough ? true : null), 'some acknowledgements')
    await setTimeout(randomInt(0, 120))
    await services.kill()
    await Promise.all(sending)
    await services.start()

    const sentBytes = new Map<string, Buffer>()
    for (const [uploadId, bytes] of acknowledged) {
      const outcome = await customer.settled(uploadId)
      expect(outcome.state).toBe('READY')
      sentBytes.set(outcome.imageId, bytes)
    }
    const photos = await customer.photos()
    expect(photos.map(({ imageId }) => imageId)).toEqual(expect.arrayContaining([...sentBytes.keys()]))
    for (const photo of photos) {
      expect(photo.thumbnails).toHaveLength(3)
      for (const { url } of photo.thumbnails) {
        const response = await customer.read(url)
        expect([photo.imageId, response.status]).toEqual([photo.imageId, 200])
        expect((await response.arrayBuffer()).byteLength).toBeGreaterThan(300)
      }
      const sent = sentBytes.get(photo.imageId)
      const kept = Buffer.from(await (await customer.read(photo.untouchedUrl)).arrayBuffer())
      // An upload that was not acknowledged may also be there, if it is complete.
      expect(sent ? kept.equals(sent) : pictures.some((bytes) => kept.equals(bytes))).toBe(true)
    }
    await until(async () => {
      const { body } = await customer.call('GET', '/photos/users')
      return body.photosCount === (await customer.photos()).length ? true : null
    }, 'the count to match the list')
  })

  test('ingest an upload whose last byte was stored just before the kill', async () => {
    const customer = new Customer(services.url, services.issuer)
    const bytes = await makeJpeg({ seed: 90, width: 1_200, height: 900 })
    const location = (await customer.create(bytes.length)).headers.get('location') ?? ''
    await customer.append(location, 0, bytes.subarray(0, bytes.length - 1))
    // Appends the last byte directly: the process was killed after it stored the byte, before it could continue.
    await services.kill()
    const uploadId = location.split('/').at(-1) ?? ''
    await appendFile(join(services.installation.dataDir, 'uploads', uploadId), bytes.subarray(bytes.length - 1))
    await services.start()
    const [photo] = await customer.photosOf(1)
    expect(photo).toMatchObject({ uploadId, visibleWidth: 1_200 })
    const ended = await until(async () => {
      const { body } = await customer.call('GET', `/storage/uploads/${uploadId}`)
      return body.state === 'PROCESSING' ? null : body
    }, 'the end of the upload')
    expect(ended).toMatchObject({ state: 'READY', imageId: photo?.imageId, duplicate: false })
    expect(await readdir(join(services.installation.dataDir, 'uploads'))).toEqual([])
  })
})
