import { createHash } from 'node:crypto'
import { describe, expect, test } from 'vitest'
import { mailQueue } from '../../../services/exports/mails.ts'
import { lookAfter } from '../../../services/exports/upkeep.ts'
import { databaseKinds } from '../../support/database.ts'
import { unzip } from '../../support/unzip.ts'
import { until } from '../storage/customer.ts'
import { useDepot } from './exporter.ts'

const chunkBytes = 10_000
const photoBytes = 3_000

/** Bytes that differ from each other's. */
function bytesOf(number: number, size = photoBytes): Buffer {
  return Buffer.from(`photo ${number} `.repeat(size).slice(0, size))
}

describe.each(databaseKinds)('an export, on %s', (kind) => {
  const depot = useDepot(kind, { EXPORT_CHUNK_BYTES: String(chunkBytes) })

  test('has every photo once, by month, in files of a size that any program unpacks', async () => {
    const exporter = depot.newExporter()
    const files = [
      { fileName: 'IMG_1.jpg', takenAt: '2024-05-12 10:15:30', offset: '+02:00', path: '2024/2024-05/IMG_1.jpg' },
      { fileName: 'img_1.JPG', takenAt: '2024-05-13 11:00:00', path: '2024/2024-05/img_1 (2).JPG' },
      { fileName: 'IMG_1.jpg', takenAt: '2024-05-14 12:00:00', path: '2024/2024-05/IMG_1 (3).jpg' },
      { fileName: 'IMG_1 (2).jpg', takenAt: '2024-05-01 12:00:00', path: '2024/2024-05/IMG_1 (2) (2).jpg' },
      { fileName: 'IMG_1.jpg', takenAt: '2023-12-31 23:59:58', path: '2023/2023-12/IMG_1.jpg' },
      { fileName: '京都 🏔.heic', path: 'Unknown Date/京都 🏔.heic' },
      { fileName: '../../etc/passwd', path: 'Unknown Date/passwd' },
      { fileName: 'large.jpg', takenAt: '2022-01-01 00:00:00', path: '2022/2022-01/large.jpg', size: 2 * chunkBytes },
      { fileName: 'last.jpg', takenAt: '2021-01-01 00:00:00', path: '2021/2021-01/last.jpg' },
    ].map((file, number) => ({ ...file, bytes: bytesOf(number, file.size) }))
    const ids = new Map<string, string>()
    // Within a month, the one that came in last is named first.
    for (const { path, size: _size, ...file } of files.toReversed()) {
      ids.set(path, (await depot.keep(exporter, file)).id)
    }
    const album = await exporter.call('POST', '/photos/albums', { body: { name: 'Summer in “Brittany”' } })
    const chosen = ['2024/2024-05/IMG_1.jpg', '2021/2021-01/last.jpg']
    for (const path of chosen) {
      const body = { photoIds: [ids.get(path)] }
      await exporter.call('POST', `/photos/albums/${album.body.albumId}/photos`, { body })
    }

    const asked = await exporter.ask()
    expect(asked.status).toBe(201)
    expect(asked.body).toEqual({
      status: 'REQUESTED',
      backupId: expect.any(String),
      created: expect.any(String),
      updated: expect.any(String),
      progress: 0,
      photosCount: null,
      missingCount: 0,
      expires: null,
    })
    const ready = await exporter.ended(asked.body.backupId)
    expect(ready).toMatchObject({ status: 'READY', progress: 1, photosCount: files.length, missingCount: 0 })
    expect((Date.parse(ready.expires) - Date.parse(ready.updated)) / 86_400_000).toBeCloseTo(7, 5)
    expect(await exporter.call('GET', '/exports/backups')).toMatchObject({ status: 200, body: { items: [ready] } })

    const archives = await exporter.files(ready)
    expect(ready.chunks).toEqual(
      archives.map((bytes, index) => ({
        iteration: index + 1,
        size: bytes.length,
        checksum: createHash('sha256').update(bytes).digest('hex'),
      })),
    )
    const contents = await Promise.all(archives.map((archive) => unzip(archive)))
    for (const [index, content] of contents.entries()) {
      const isAlone = content.size === 1
      if (!isAlone && index > 0) expect(archives[index]?.length).toBeLessThanOrEqual(chunkBytes)
      expect([...content.keys()].filter((name) => name !== 'albums.json')).not.toEqual([])
    }
    expect(contents.filter((content) => content.has('2022/2022-01/large.jpg')).map(({ size }) => size)).toEqual([1])

    const unpacked = await exporter.unpacked(ready)
    const albums = unpacked.get('albums.json')?.bytes.toString() ?? ''
    expect(contents[0]?.has('albums.json')).toBe(true)
    expect(JSON.parse(albums)).toEqual({
      albums: [{ name: 'Summer in “Brittany”', created: expect.any(String), photos: chosen }],
    })
    expect([...unpacked.keys()].toSorted()).toEqual([...files.map(({ path }) => path), 'albums.json'].toSorted())
    for (const { path, bytes } of files) expect([path, unpacked.get(path)?.bytes.equals(bytes)]).toEqual([path, true])
    expect(unpacked.get('2024/2024-05/IMG_1.jpg')?.clock).toBe('2024-05-12T08:15:30')
    expect(unpacked.get('2023/2023-12/IMG_1.jpg')?.clock).toBe('2023-12-31T23:59:58')
    expect(unpacked.get('Unknown Date/passwd')?.clock).toBe('2024-06-01T12:00:00')
  })

  test('is one, however often it is asked for, until the library changes', async () => {
    const exporter = depot.newExporter()
    const first = await depot.keep(exporter, { fileName: '1.jpg', bytes: bytesOf(1) })
    await depot.keep(exporter, { fileName: '2.jpg', bytes: bytesOf(2) })
    const asked = await Promise.all(Array.from({ length: 5 }, async () => exporter.ask()))
    expect(asked.map(({ status }) => status).toSorted()).toEqual([200, 200, 200, 200, 201])
    const ids = new Set(asked.map(({ body }) => body.backupId))
    expect(ids.size).toBe(1)
    const ready = await exporter.ended(asked[0]?.body.backupId)
    expect(await exporter.ask()).toMatchObject({ status: 200, body: ready })

    await exporter.call('DELETE', `/photos/photos/${first.id}`)
    const later = await exporter.ask()
    expect(later).toMatchObject({ status: 201, body: { status: 'REQUESTED' } })
    expect(ids.has(later.body.backupId)).toBe(false)
    const second = await exporter.ended(later.body.backupId)
    expect(second).toMatchObject({ status: 'READY', photosCount: 1 })
    // The links of the first are good for as long as was said.
    const { body } = await exporter.call('GET', '/exports/backups?limit=2')
    expect(body.items).toEqual([second, ready])
    expect((await exporter.unpacked(ready)).size).toBe(2)
  })

  test('is not begun without a channel, nor of nothing', async () => {
    const exporter = depot.newExporter()
    expect(await exporter.ask()).toMatchObject({ status: 409, body: { code: 'LIBRARY_EMPTY' } })
    await depot.keep(exporter, { fileName: '1.jpg', bytes: bytesOf(1) })
    for (const body of [{}, { channelId: null }, { channelId: '' }]) {
      expect(await exporter.ask(body)).toMatchObject({ status: 204, body: '' })
    }
    expect(await exporter.call('POST', '/exports/backups')).toMatchObject({ status: 204, body: '' })
    expect(await exporter.ask({ channelId: 7 })).toMatchObject({ status: 400, body: { code: 'INVALID_REQUEST' } })
    expect((await exporter.call('GET', '/exports/backups')).body).toEqual({ items: [] })
  })

  test('is told by one mail, with the way to it', async () => {
    const exporter = depot.newExporter()
    await depot.keep(exporter, { fileName: '1.jpg', bytes: bytesOf(1) })
    const { body } = await exporter.ask()
    await exporter.ended(body.backupId)
    const email = `${exporter.id.slice(-1)}@example.com`
    const link = `http://keepsake.test:4000/my-photos/exports/${body.backupId}`
    const mail = await until(async () => {
      const mails = await depot.mailsTo(email)
      return mails.find(({ text }) => text.includes(link)) ?? null
    }, 'the mail')
    expect(mail.subject).toBe('Your photos are ready to download')
    expect(mail.text).toContain('1 photo in 1 zip file')
    // The job again, as after a process that died behind it.
    const again = mailQueue({ platform: depot.platform, database: depot.exports })
    await again.run({ backupId: body.backupId }, AbortSignal.timeout(60_000))
    expect((await depot.mailsTo(email)).filter(({ text }) => text.includes(link))).toHaveLength(1)
  })

  test('is gone when its time is over, with its files', async () => {
    const exporter = depot.newExporter()
    await depot.keep(exporter, { fileName: '1.jpg', bytes: bytesOf(1) })
    const { backupId } = (await exporter.ask()).body
    const ready = await exporter.ended(backupId)
    const { body: link } = await exporter.call('GET', `/exports/backups/${backupId}/chunks/1/url`)
    expect(Number(new URL(link.url).searchParams.get('expires'))).toBe(Math.floor(Date.parse(ready.expires) / 1_000))
    expect((await depot.files(exporter.id)).length).toBe(1)

    await depot.exports.updateTable('backups').set({ ends_at: new Date() }).where('id', '=', backupId).execute()
    expect((await exporter.look(backupId)).status).toBe(404)
    expect((await exporter.call('GET', `/exports/backups/${backupId}/chunks/1/url`)).status).toBe(404)
    expect((await exporter.call('GET', '/exports/backups')).body.items).toEqual([])
    await lookAfter({ platform: depot.platform, database: depot.exports })
    await until(async () => ((await depot.files(exporter.id)).length === 0 ? true : null), 'the files to go')
    await until(async () => {
      const left = await depot.exports.selectFrom('backups').select('id').where('id', '=', backupId).execute()
      return left.length === 0 ? true : null
    }, 'the row to go')
    // Asked for anew, it is another one.
    expect((await exporter.ask()).body.backupId).not.toBe(backupId)
  })
})
