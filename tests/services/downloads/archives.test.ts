import { sql } from 'kysely'
import { describe, expect, test } from 'vitest'
import { removeExpired } from '../../../services/downloads/upkeep.ts'
import { databaseKinds } from '../../support/database.ts'
import { unzip } from '../../support/unzip.ts'
import { useDownloadServices } from './downloadServices.ts'

const unknownId = '018f3c1a-0000-7000-8000-00000000000b'

describe.each(databaseKinds)('an archive, on %s', (kind) => {
  const services = useDownloadServices(kind)

  test('has the unchanged files, with their names and times', async () => {
    const customer = services.newDownloadCustomer()
    const files = [
      { fileName: 'IMG_1.jpg', takenAt: '2024-05-12 10:15:30', offset: '+02:00' },
      { fileName: 'IMG_1.exe', takenAt: '2023-01-02 03:04:06' },
      { fileName: '京都 🏔.heic' },
    ].map((file, number) => ({ ...file, bytes: Buffer.from(`the bytes of ${number}`.repeat(9_000 * number + 1)) }))
    const ids: string[] = []
    for (const file of files) ids.push((await services.addPhoto(customer, file)).id)

    const asked = await customer.requestDownload(ids, { name: 'Summer in Brittany' })
    expect(asked.status).toBe(201)
    const facts = { id: asked.body.id, name: 'Summer in Brittany', photosCount: 3, missingCount: 0 }
    const began = { ...facts, state: 'started', size: null, created: expect.any(String), expires: null }
    expect(asked.body).toEqual({ ...began, progress: 0, photos: ids })
    const ended = await customer.untilEnded(asked.body.id)
    const archive = await customer.archive(asked.body.id)
    expect(ended).toEqual({
      ...began,
      state: 'finished',
      progress: 1,
      size: archive.length,
      expires: expect.any(String),
    })
    const days = (Date.parse(ended.expires) - Date.parse(ended.created)) / 86_400_000
    expect(days).toBeCloseTo(7, 2)

    const unzipped = await unzip(archive)
    expect(Object.fromEntries([...unzipped].map(([name, { clock }]) => [name, clock]))).toEqual({
      'IMG_1.jpg': '2024-05-12T08:15:30',
      'IMG_1 (2).jpg': '2023-01-02T03:04:06',
      '京都 🏔.heic': '2024-06-01T12:00:00',
    })
    const bytesOf = (name: string) => unzipped.get(name)?.bytes.toString()
    expect([bytesOf('IMG_1.jpg'), bytesOf('IMG_1 (2).jpg'), bytesOf('京都 🏔.heic')]).toEqual(
      files.map(({ bytes }) => bytes.toString()),
    )
  })

  test('contains only photos of the customer, and for a shared album the photos of all participants', async () => {
    const [owner, participant, stranger] = [
      services.newDownloadCustomer(),
      services.newDownloadCustomer(),
      services.newDownloadCustomer(),
    ]
    const shared = await services.addPhoto(owner, { fileName: 'shared.jpg', bytes: Buffer.from('shared') })
    const kept = await services.addPhoto(owner, { fileName: 'kept.jpg', bytes: Buffer.from('kept') })
    const own = await services.addPhoto(participant, { fileName: 'own.jpg', bytes: Buffer.from('own') })
    await services.share(owner, [shared], [participant])

    const mine = await participant.requestDownload([own.id, shared.id, unknownId, 'no id', own.id.toUpperCase()])
    expect(mine.body).toMatchObject({ photos: [own.id], photosCount: 4, missingCount: 3 })
    const wanted = [shared, kept].map(({ id }) => ({ photoId: id, ownerId: owner.id }))
    const ours = await participant.requestSharedDownload([...wanted, { photoId: own.id, ownerId: participant.id }])
    expect(ours.body).toMatchObject({ photos: [shared.id, own.id], photosCount: 3, missingCount: 1 })
    expect([...(await unzip(await endedArchive(participant, ours.body.id))).keys()].toSorted()).toEqual([
      'own.jpg',
      'shared.jpg',
    ])
    const missed = [
      await stranger.requestDownload([shared.id]),
      await stranger.requestSharedDownload(wanted),
      await participant.requestDownload([shared.id]),
      await participant.requestSharedDownload([{ photoId: shared.id, ownerId: stranger.id }]),
    ]
    for (const { status, body } of missed) {
      expect(status).toBe(404)
      expect(body.code).toBe('PHOTOS_NOT_FOUND')
    }
  })

  test('is created once if the same request is repeated, concurrently or later', async () => {
    const customer = services.newDownloadCustomer()
    const photo = await services.addPhoto(customer, { fileName: 'a.jpg', bytes: Buffer.from('a') })
    const answers = await Promise.all([1, 2, 3].map(async () => customer.requestDownload([photo.id], { key: 'key-1' })))
    expect(answers.map(({ status }) => String(status)).toSorted()).toEqual(['200', '200', '201'])
    const ids = new Set(answers.map(({ body }) => body.id))
    expect(ids.size).toBe(1)
    await customer.untilEnded(answers[0]?.body.id)
    const later = await customer.requestDownload([photo.id], { key: 'key-1' })
    expect([later.status, later.body.state, ids.has(later.body.id)]).toEqual([200, 'finished', true])
    const another = await customer.requestDownload([photo.id], { key: 'key-1', name: 'another' })
    expect([another.status, another.body.code]).toEqual([422, 'IDEMPOTENCY_KEY_REUSED'])
    expect((await customer.requestDownload([photo.id], { key: 'key-2' })).status).toBe(201)
    expect((await customer.requestDownload([photo.id])).status).toBe(201)
    expect((await customer.requestDownload([photo.id], { key: 'not a key' })).status).toBe(400)
    const other = services.newDownloadCustomer()
    const theirs = await services.addPhoto(other, { fileName: 'b.jpg', bytes: Buffer.from('b') })
    expect((await other.requestDownload([theirs.id], { key: 'key-1' })).status).toBe(201)
    expect((await customer.call('GET', '/downloads/downloads')).body.items).toHaveLength(3)
  })

  test('is listed for its owner, newest first, page by page', async () => {
    const customer = services.newDownloadCustomer()
    const photo = await services.addPhoto(customer, { fileName: 'a.jpg', bytes: Buffer.from('a') })
    const ids: string[] = []
    for (let count = 0; count < 5; count += 1) ids.unshift((await customer.requestDownload([photo.id])).body.id)
    const list = async (query: string) => (await customer.call('GET', `/downloads/downloads${query}`)).body
    const all = await list('')
    expect([idsOf(all), all.cursor]).toEqual([ids, null])
    const first = await list('?limit=3')
    expect(idsOf(first)).toEqual(ids.slice(0, 3))
    const second = await list(`?limit=3&cursor=${first.cursor}`)
    expect([idsOf(second), second.cursor]).toEqual([ids.slice(3), null])
    expect((await list('?cursor=elsewhere')).code).toBe('INVALID_CURSOR')
  })

  test('is accessible to its owner only, with a valid token', async () => {
    const [customer, stranger] = [services.newDownloadCustomer(), services.newDownloadCustomer()]
    const photo = await services.addPhoto(customer, { fileName: 'a.jpg', bytes: Buffer.from('a') })
    const { id } = (await customer.requestDownload([photo.id])).body
    await customer.untilEnded(id)
    const photos = [photo.id]
    const calls = [
      ['POST', '/downloads/downloads', { photos }],
      ['POST', '/downloads/shared-album-downloads', { photos: [{ photoId: photo.id, ownerId: customer.id }] }],
      ['GET', '/downloads/downloads', undefined],
      ['GET', `/downloads/downloads/${id}`, undefined],
      ['GET', `/downloads/downloads/${id}/url`, undefined],
      ['POST', '/photos/photos/originals', { photos: [{ photoId: photo.id }] }],
    ] as const
    const expired = `Bearer ${await customer.token({ claims: { exp: 1 } })}`
    for (const [method, path, body] of calls) {
      for (const authorization of ['', 'Bearer x.y.z', expired]) {
        const { status } = await customer.call(method, path, { body, headers: { authorization } })
        expect([path, status]).toEqual([path, 401])
      }
    }
    for (const path of [id, `${id}/url`, unknownId, 'x', `${unknownId}/url`]) {
      expect((await stranger.call('GET', `/downloads/downloads/${path}`)).status).toBe(404)
    }
    expect((await stranger.call('GET', '/downloads/downloads')).body).toEqual({ items: [], cursor: null })
    const asked = await stranger.call('POST', '/photos/photos/originals', { body: { photos: [{ photoId: photo.id }] } })
    expect(asked.body).toEqual({ originals: [] })
  })

  test('has one to a hundred photos, and a name of up to 255 characters', async () => {
    const customer = services.newDownloadCustomer()
    const photo = await services.addPhoto(customer, { fileName: 'a.jpg', bytes: Buffer.from('a') })
    const many = Array.from({ length: 101 }, () => photo.id)
    const bodies = [
      {},
      { photos: [] },
      { photos: many },
      { photos: [7] },
      { photos: [photo.id], name: 'n'.repeat(256) },
    ]
    for (const body of bodies) expect((await customer.call('POST', '/downloads/downloads', { body })).status).toBe(400)
    const shared = { photos: [{ photoId: photo.id }] }
    expect((await customer.call('POST', '/downloads/shared-album-downloads', { body: shared })).status).toBe(400)
    const { body } = await customer.requestDownload(many.slice(1), { name: ' \0 ' })
    expect(body).toMatchObject({ photos: [photo.id], photosCount: 1 })
    expect(body).not.toHaveProperty('name')
  })

  test('has a link that supports ranges and expires with the archive, which is then deleted', async () => {
    const customer = services.newDownloadCustomer()
    const photo = await services.addPhoto(customer, { fileName: 'a.jpg', bytes: Buffer.alloc(100_000, 'abc') })
    const { id } = (await customer.requestDownload([photo.id])).body
    const { expires } = await customer.untilEnded(id)
    const archive = await customer.archive(id)
    const { url } = (await customer.call('GET', `/downloads/downloads/${id}/url`)).body
    const query = new URL(url).searchParams
    expect(Number(query.get('expires'))).toBe(Math.floor(Date.parse(expires) / 1_000))
    const whole = await customer.read(url)
    expect(whole.headers.get('content-disposition')).toContain(`filename="${id}.zip"`)
    expect(whole.headers.get('content-type')).toBe('application/zip')
    const etag = whole.headers.get('etag') ?? ''
    const part = await customer.read(url, { range: 'bytes=50000-', 'if-range': etag })
    expect(part.status).toBe(206)
    expect(Buffer.from(await part.arrayBuffer()).equals(archive.subarray(50_000))).toBe(true)
    // Not every S3 server knows `If-Range`. It makes no difference, because the bytes of an archive never change.
    const isInBucket = services.platform.config.blobs.kind === 's3'
    const other = await customer.read(url, { range: 'bytes=50000-', 'if-range': '"another"' })
    expect(other.status).toBe(isInBucket ? 206 : 200)
    expect((await customer.read(url, { range: `bytes=${archive.length}-` })).status).toBe(416)

    const key = `downloads/${customer.id}/${id}.zip`
    await services.downloads
      .updateTable('downloads')
      .set({ expires_at: sql<Date>`now() - interval '1 second'` })
      .where('id', '=', id)
      .execute()
    expect((await customer.readDownload(id)).status).toBe(404)
    expect((await customer.call('GET', `/downloads/downloads/${id}/url`)).status).toBe(404)
    expect((await customer.call('GET', '/downloads/downloads')).body.items).toEqual([])
    const ended = services.platform.blobs.signedUrl(key, {
      fileName: `${id}.zip`,
      expires: new Date(Date.now() - 1_000),
    })
    expect((await customer.read(ended)).status).toBe(410)
    expect(await services.archives(customer)).toContain(`${id}.zip`)
    await removeExpired(services.platform.blobs, services.downloads, new AbortController().signal)
    expect(await services.archives(customer)).not.toContain(`${id}.zip`)
    expect(await services.downloads.selectFrom('downloads').select('id').where('id', '=', id).execute()).toEqual([])
    expect((await customer.read(url)).status).toBe(404)
  })
})

function idsOf(body: { items: { id: string }[] }): string[] {
  return body.items.map(({ id }) => id)
}

async function endedArchive(
  customer: { untilEnded(id: string): Promise<unknown>; archive(id: string): Promise<Buffer> },
  id: string,
) {
  await customer.untilEnded(id)
  return customer.archive(id)
}
