import { createHash, randomUUID } from 'node:crypto'
import { describe, expect, test } from 'vitest'
import { mailQueue } from '../../../services/exports/mails.ts'
import { runUpkeep } from '../../../services/exports/upkeep.ts'
import { databaseKinds } from '../../support/database.ts'
import { unzip } from '../../support/unzip.ts'
import { until } from '../storage/customer.ts'
import { useExportServices } from './exporter.ts'

const chunkBytes = 10_000
const photoBytes = 3_000

/** Bytes that differ for each number. */
function bytesOf(number: number, size = photoBytes): Buffer {
  return Buffer.from(`photo ${number} `.repeat(size).slice(0, size))
}

describe.each(databaseKinds)('an export, on %s', (kind) => {
  const services = useExportServices(kind, { EXPORT_CHUNK_BYTES: String(chunkBytes) })

  test('has every photo once, by month, under a unique name, and lists the albums', async () => {
    const exporter = services.newExporter()
    const files = [
      { path: '2024/2024-05/IMG_1.jpg', fileName: 'IMG_1.jpg', takenAt: '2024-05-12 10:15:30', offset: '+02:00' },
      { path: '2024/2024-05/img_1 (2).JPG', fileName: 'img_1.JPG', takenAt: '2024-05-13 11:00:00' },
      { path: '2024/2024-05/IMG_1 (3).jpg', fileName: 'IMG_1.jpg', takenAt: '2024-05-14 12:00:00' },
      { path: '2024/2024-05/IMG_1 (2) (2).jpg', fileName: 'IMG_1 (2).jpg', takenAt: '2024-05-01 12:00:00' },
      { path: '2023/2023-12/IMG_1.jpg', fileName: 'IMG_1.jpg', takenAt: '2023-12-31 23:59:58' },
      { path: 'Unknown Date/京都 🏔.heic', fileName: '京都 🏔.heic' },
      { path: 'Unknown Date/passwd.jpg', fileName: '../../etc/passwd' },
      { path: 'Unknown Date/passwd (2).jpg', fileName: 'passwd.exe' },
    ].map((file, number) => ({ ...file, bytes: bytesOf(number) }))
    const ids = new Map<string, string>()
    // Within a month, the photo that was added last gets its name first. Its name therefore needs no number.
    for (const { path, ...file } of files.toReversed()) ids.set(path, (await services.addPhoto(exporter, file)).id)
    const album = await exporter.call('POST', '/photos/albums', { body: { name: 'Summer in “Brittany”' } })
    const chosen = ['2024/2024-05/IMG_1.jpg', 'Unknown Date/passwd.jpg']
    for (const path of chosen) {
      const body = { photoIds: [ids.get(path)] }
      await exporter.call('POST', `/photos/albums/${album.body.albumId}/photos`, { body })
    }

    const ready = await exporter.untilEnded((await exporter.requestExport()).body.backupId)
    const unpacked = await exporter.unpacked(ready)
    expect([...unpacked.keys()].toSorted()).toEqual([...files.map(({ path }) => path), 'albums.json'].toSorted())
    for (const { path, bytes } of files) expect([path, unpacked.get(path)?.bytes.equals(bytes)]).toEqual([path, true])
    const clockOf = (path: string) => unpacked.get(path)?.clock
    expect(clockOf('2024/2024-05/IMG_1.jpg')).toBe('2024-05-12T08:15:30')
    expect(clockOf('2023/2023-12/IMG_1.jpg')).toBe('2023-12-31T23:59:58')
    expect(clockOf('Unknown Date/passwd.jpg')).toBe('2024-06-01T12:00:00')
    expect(JSON.parse(String(unpacked.get('albums.json')?.bytes))).toEqual({
      albums: [{ name: 'Summer in “Brittany”', created: expect.any(String), photos: chosen }],
    })
    expect((await unzip((await exporter.files(ready))[0] ?? Buffer.of())).has('albums.json')).toBe(true)
  })

  test('has complete files up to the size limit, and describes them', async () => {
    const exporter = services.newExporter()
    const sizes = [photoBytes, photoBytes, photoBytes, 2 * chunkBytes, photoBytes, photoBytes]
    for (const [number, size] of sizes.toReversed().entries()) {
      await services.addPhoto(exporter, { fileName: `${number}.jpg`, bytes: bytesOf(number, size) })
    }
    const asked = await exporter.requestExport()
    expect(asked.status).toBe(201)
    const { backupId } = asked.body
    const times = { created: expect.any(String), updated: expect.any(String) }
    const wire = { status: 'REQUESTED', backupId, ...times, progress: 0, photosCount: null, missingCount: 0 }
    expect(asked.body).toEqual({ ...wire, expires: null })

    const ready = await exporter.untilEnded(backupId)
    const archives = await exporter.files(ready)
    const chunks = archives.map((bytes, index) => {
      const checksum = createHash('sha256').update(bytes).digest('hex')
      const fileName = `photos-${asked.body.created.slice(0, 10)}-${index + 1}.zip`
      return { iteration: index + 1, size: bytes.length, checksum, fileName }
    })
    const ended = { status: 'READY', progress: 1, photosCount: sizes.length, expires: expect.any(String) }
    expect(ready).toEqual({ ...wire, ...ended, chunks })
    expect((Date.parse(ready.expires) - Date.parse(ready.updated)) / 86_400_000).toBeCloseTo(7, 5)
    expect((await exporter.call('GET', '/exports/backups')).body).toEqual({ items: [ready] })
    // A photo above the limit gets its own file.
    expect(archives.map(({ length }) => length <= chunkBytes)).toEqual([true, false, true])
    const contents = await Promise.all(archives.map((archive) => unzip(archive)))
    expect(contents.map(({ size }) => size)).toEqual([3, 1, 2])
  })

  test('is reused until the library changes', async () => {
    const exporter = services.newExporter()
    const first = await services.addPhoto(exporter, { fileName: '1.jpg', bytes: bytesOf(1) })
    const other = await services.addPhoto(exporter, { fileName: '2.jpg', bytes: bytesOf(2) })
    const asked = await Promise.all(Array.from({ length: 5 }, async () => exporter.requestExport()))
    expect(asked.filter(({ status }) => status === 201)).toHaveLength(1)
    const ids = new Set(asked.map(({ body }) => body.backupId))
    expect(ids.size).toBe(1)
    const ready = await exporter.untilEnded(asked[0]?.body.backupId)
    expect(await exporter.requestExport()).toMatchObject({ status: 200, body: ready })

    await exporter.call('DELETE', `/photos/photos/${first.id}`)
    const later = await exporter.requestExport()
    expect(later).toMatchObject({ status: 201, body: { status: 'REQUESTED' } })
    expect(ids.has(later.body.backupId)).toBe(false)
    const second = await exporter.untilEnded(later.body.backupId)
    expect(second).toMatchObject({ status: 'READY', photosCount: 1 })
    // The first export's links stay valid.
    const { body } = await exporter.call('GET', '/exports/backups?limit=2')
    expect(body.items).toEqual([second, ready])
    expect((await exporter.unpacked(ready)).size).toBe(2)

    // Photos in the trash are not part of the library.
    const token = await exporter.token({ claims: { client_id: 'keepsake-web' } })
    const headers = { authorization: `Bearer ${token}` }
    expect((await exporter.call('DELETE', `/photos/photos/${other.id}`, { headers })).status).toBe(204)
    expect((await exporter.call('GET', '/photos/photos/trash/count')).body).toEqual({ photosCount: 1 })
    expect(await exporter.requestExport()).toMatchObject({ status: 409, body: { code: 'LIBRARY_EMPTY' } })
  })

  test('is refused without a channel, and for an empty library', async () => {
    const exporter = services.newExporter()
    expect(await exporter.requestExport()).toMatchObject({ status: 409, body: { code: 'LIBRARY_EMPTY' } })
    await services.addPhoto(exporter, { fileName: '1.jpg', bytes: bytesOf(1) })
    for (const body of [{}, { channelId: null }, { channelId: '' }]) {
      expect(await exporter.requestExport(body)).toMatchObject({ status: 204, body: '' })
    }
    expect(await exporter.call('POST', '/exports/backups')).toMatchObject({ status: 204, body: '' })
    expect(await exporter.requestExport({ channelId: 7 })).toMatchObject({
      status: 400,
      body: { code: 'INVALID_REQUEST' },
    })
    expect((await exporter.call('GET', '/exports/backups')).body).toEqual({ items: [] })
  })

  test('is announced by one mail in the reader’s language, with a link', async () => {
    const exporter = services.newExporter()
    await services.addPhoto(exporter, { fileName: '1.jpg', bytes: bytesOf(1) })
    const email = `${exporter.id}@example.com`
    const account = { accountId: exporter.id, email, name: 'Nienke', locale: 'nl-NL', brand: 'lumina' }
    const registered = { ...account, registered: new Date().toISOString() }
    await services.exports
      .transaction()
      .execute(async (change) =>
        services.platform.events.append(change, [{ type: 'account.registered', owner: exporter.id, data: registered }]),
      )
    await until(async () => services.contactOf(exporter.id), 'the account to be known')
    const { body } = await exporter.requestExport()
    await exporter.untilEnded(body.backupId)
    const mail = await until(async () => (await services.mailsTo(email))[0] ?? null, 'the mail')
    expect(mail.subject).toBe('Je foto’s staan klaar om te downloaden')
    expect(mail.text).toContain('Hallo Nienke')
    expect(mail.text).toContain('1 foto in 1 zipbestand')
    expect(mail.text).toContain(`http://lumina.keepsake.test:4000/my-photos/exports/${body.backupId}`)
    await until(async () => {
      const backup = services.exports.selectFrom('backups').select('mailed_at').where('id', '=', body.backupId)
      return (await backup.executeTakeFirst())?.mailed_at ?? null
    }, 'the mail to be recorded')
    // Runs the job again, as after a process that died before storing the result.
    const again = mailQueue({ platform: services.platform, database: services.exports })
    await again.run({ backupId: body.backupId }, AbortSignal.timeout(60_000))
    expect(await services.mailsTo(email)).toHaveLength(1)
  })

  test('is deleted with its files when it expires', async () => {
    const exporter = services.newExporter()
    await services.addPhoto(exporter, { fileName: '1.jpg', bytes: bytesOf(1) })
    const { backupId } = (await exporter.requestExport()).body
    const ready = await exporter.untilEnded(backupId)
    const { body: link } = await exporter.call('GET', `/exports/backups/${backupId}/chunks/1/url`)
    expect(Number(new URL(link.url).searchParams.get('expires'))).toBe(Math.floor(Date.parse(ready.expires) / 1_000))
    expect((await services.files(exporter.id)).length).toBe(1)

    await services.exports.updateTable('backups').set({ ends_at: new Date() }).where('id', '=', backupId).execute()
    expect((await exporter.readExport(backupId)).status).toBe(404)
    expect((await exporter.call('GET', `/exports/backups/${backupId}/chunks/1/url`)).status).toBe(404)
    expect((await exporter.call('GET', '/exports/backups')).body.items).toEqual([])
    await runUpkeep({ platform: services.platform, database: services.exports })
    await until(async () => ((await services.files(exporter.id)).length === 0 ? true : null), 'the files to be deleted')
    await until(async () => {
      const left = await services.exports.selectFrom('backups').select('id').where('id', '=', backupId).execute()
      return left.length === 0 ? true : null
    }, 'the row to be deleted')
    // A new request creates a new export.
    expect((await exporter.requestExport()).body.backupId).not.toBe(backupId)
  })

  test('is accessible to its owner only, with a valid token', async () => {
    const [owner, stranger] = [services.newExporter(), services.newExporter()]
    await services.addPhoto(owner, { fileName: '1.jpg', bytes: Buffer.from('one') })
    await services.addPhoto(stranger, { fileName: '2.jpg', bytes: Buffer.from('two') })
    const { backupId } = (await owner.requestExport()).body
    await owner.untilEnded(backupId)
    const routes = [
      ['POST', '/exports/backups', { channelId: 'k' }],
      ['GET', '/exports/backups', undefined],
      ['GET', `/exports/backups/${backupId}`, undefined],
      ['GET', `/exports/backups/${backupId}/chunks/1/url`, undefined],
    ] as const
    const expired = `Bearer ${await owner.token({ claims: { exp: 1 } })}`
    for (const [method, path, body] of routes) {
      for (const authorization of ['', 'Bearer x.y.z', expired]) {
        const refused = await owner.call(method, path, { body, headers: { authorization } })
        expect([path, refused.status, refused.body.code]).toEqual([path, 401, 'UNAUTHENTICATED'])
      }
    }
    expect((await owner.call('GET', `/exports/backups/${backupId}/chunks/1/url`)).status).toBe(200)
    const own = (await stranger.requestExport()).body.backupId
    expect(own).not.toBe(backupId)
    await stranger.untilEnded(own)
    const listed = (await stranger.call('GET', '/exports/backups')).body.items
    expect(listed.map(({ backupId: id }: { backupId: string }) => id)).toEqual([own])
    const missed = [
      `/exports/backups/${backupId}`,
      `/exports/backups/${backupId}/chunks/1/url`,
      `/exports/backups/${randomUUID()}`,
      '/exports/backups/1',
      `/exports/backups/${own}/chunks/2/url`,
      `/exports/backups/${own}/chunks/0/url`,
      `/exports/backups/${own}/chunks/one/url`,
    ]
    for (const path of missed) {
      const { status, body } = await stranger.call('GET', path)
      expect([path, status, body.code]).toEqual([path, 404, 'NOT_FOUND'])
    }
    expect((await owner.call('GET', '/exports/backups?limit=0')).status).toBe(400)
  })

  test('is announced live, each change once, even after a reconnection', async () => {
    const [owner, stranger] = [services.newExporter(), services.newExporter()]
    await services.addPhoto(owner, { fileName: '1.jpg', bytes: Buffer.from('one') })
    const [reader, foreign] = [await services.subscribe(owner), await services.subscribe(stranger)]
    await until(async () => (reader.events().length > 0 ? true : null), 'the position')
    const [begin] = reader.events()
    expect(begin).toEqual({ position: expect.stringMatching(/^\d+$/) })
    const { backupId } = (await owner.requestExport()).body
    await until(async () => (reader.events().length > 1 ? true : null), 'the first event')
    reader.cut()
    const seen = reader.events().slice(1)
    await owner.untilEnded(backupId)
    const rest = await services.subscribe(owner, seen.at(-1)?.position)
    // On a busy machine all events may arrive before the disconnection.
    await until(async () => ([...seen, ...rest.events()].some(isReady) ? true : null), 'the export to be ready')
    const all = [...seen, ...rest.events()]
    const whole = await services.subscribe(owner, begin.position)
    await until(async () => (whole.events().some(isReady) ? true : null), 'the last event again')
    expect(whole.events()).toEqual(all)
    // Progress events come between these statuses; an export that takes longer has more of them.
    const statuses: string[] = all.map(({ status }) => status)
    const changes = statuses.filter((status, index) => status !== statuses[index - 1])
    expect(changes).toEqual(['REQUESTED', 'IN_PROGRESS', 'READY'])
    expect(statuses.filter((status) => status === 'READY')).toHaveLength(1)
    expect([all.at(0)?.progress, all.at(-1)?.progress]).toEqual([0, 1])
    for (const event of all) expect(event.backupId).toBe(backupId)
    expect(foreign.events().length).toBeLessThanOrEqual(1)
    for (const one of [foreign, rest, whole]) one.end()
  })
})

function isReady(event: { status: string }): boolean {
  return event.status === 'READY'
}
