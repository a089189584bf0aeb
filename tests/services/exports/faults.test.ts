import { readFile } from 'node:fs/promises'
import { sql } from 'kysely'
import { describe, expect, test } from 'vitest'
import { storeProgress } from '../../../services/exports/states.ts'
import type { HttpClient } from '../../../services/platform/platform.ts'
import { databaseKinds } from '../../support/database.ts'
import { unzip } from '../../support/unzip.ts'
import { until } from '../storage/customer.ts'
import { type Exporter, useExportServices } from './exporter.ts'
import { photoBytes, useExportSteps } from './exportSteps.ts'

/** Two photos fit into a file of this size. */
const chunkBytes = 7_000

describe.each(databaseKinds)('an export and its jobs, on %s', (kind) => {
  const services = useExportServices(kind, { EXPORT_CHUNK_BYTES: String(chunkBytes) })

  const { addPhotos, requestExport, read, attempts, eventsOf } = useExportSteps(services)

  test('resumes its plan if the library could not be read', async () => {
    const exporter = services.newExporter()
    const count = 1_100
    await services.addPhoto(exporter, { fileName: 'first.jpg', bytes: Buffer.from('1') })
    await sql`
      insert into photos.photos (
        id, owner_id, upload_id, generation, file_name, content_type, size, crc32, original_key, thumbnails, width, height,
        taken_at, details, uploaded_at, created_at
      )
      select gen_random_uuid(), owner_id, upload_id, 1,
        case
          -- Names in which the camera has already put a number.
          when number between 100 and 189 then 'x (' || number - 98 || ').jpg'
          when number between 190 and 199 then 'x.jpg'
          else number % 10 || '.jpg'
        end,
        content_type, size, crc32, original_key, thumbnails, width, height, timestamp '2024-01-05' + make_interval(months => number % 3), details, uploaded_at, created_at
      from photos.photos, generate_series(2, ${count}::integer) as number where owner_id = ${exporter.id}`.execute(
      services.exports,
    )
    await sql`
      insert into photos.albums (id, owner_id, owner_email, name, created_at)
      select gen_random_uuid(), ${exporter.id}, 'a@example.com', 'Album ' || number, now() + make_interval(secs => number)
      from generate_series(1, 45) as number`.execute(services.exports)
    await sql`
      insert into photos.album_photos (album_id, photo_id, owner_id, added_at)
      select albums.id, photos.id, photos.owner_id, now() from photos.photos, photos.albums
      where photos.owner_id = ${exporter.id} and albums.owner_id = ${exporter.id} and albums.name = 'Album 30'`.execute(
      services.exports,
    )
    const asked: string[] = []
    const http: HttpClient = {
      call: async (request) => {
        asked.push(request.url)
        // The first call asks whether the library is empty.
        if (asked.length === 3) throw new Error('the photos service is down')
        return services.platform.http.call(request)
      },
    }
    const jobs = await requestExport(exporter, { http })
    await expect(jobs.plan()).rejects.toThrow('down')
    expect(await read(jobs.id)).toMatchObject({ status: 'IN_PROGRESS', step: 'photos', photos_count: 500 })
    await jobs.plan()
    expect(await read(jobs.id)).toMatchObject({ status: 'IN_PROGRESS', step: 'chunks', photos_count: count })
    const pages = asked.filter((url) => url.includes('/originals?'))
    expect(pages.length).toBe(5)
    expect(pages.filter((url) => url.includes('cursor=')).length).toBe(3)
    const { rows } = await sql<{ numbers: number; paths: number; photos: number; last: number }>`
      select count(distinct number) as numbers, count(distinct folded_path) as paths, count(distinct photo_id) as photos,
        max(number) as last
      from exports.backup_photos where backup_id = ${jobs.id}`.execute(services.exports)
    expect(rows).toEqual([{ numbers: count, paths: count, photos: count, last: count }])
    await jobs.chunk()
    const { owner_id: owner } = await read(jobs.id)
    const [first] = (await services.files(owner)).filter((path) => path.endsWith('1-1.zip'))
    const list = (await unzip(await readFile(first ?? ''))).get('albums.json')
    const { albums }: { albums: { name: string; photos: string[] }[] } = JSON.parse(String(list?.bytes))
    expect(albums.map(({ name }) => name)).toEqual(Array.from({ length: 45 }, (_, index) => `Album ${index + 1}`))
    expect(albums.map(({ photos }) => new Set(photos).size).filter((size) => size > 0)).toEqual([count])
    // No page of an album has more than 500 photos, so no album was in memory as a whole.
    const { rows: pagesOfAlbums } = await sql<{ largest: number }>`
      select max(cardinality(photo_ids)) as largest from exports.backup_albums where backup_id = ${jobs.id}`.execute(
      services.exports,
    )
    expect(pagesOfAlbums).toEqual([{ largest: 500 }])
  })

  test('keeps finished files when the disk was full or the process died', async () => {
    const exporter = services.newExporter()
    const photos = await addPhotos(exporter, 5)
    let puts = 0
    const jobs = await requestExport(exporter, {
      blobs: {
        put: async (key, content, options) => {
          puts += 1
          const isSecond = puts === 2 && Symbol.asyncIterator in content
          const put = await services.platform.blobs.put(key, isSecond ? onFullDisk(content) : content, options)
          // Simulates a process that is killed when the file is written, but the database does not know it yet.
          if (puts === 4) throw new Error('killed')
          return put
        },
      },
    })
    await jobs.plan()
    await jobs.chunk()
    await expect(jobs.chunk()).rejects.toThrow('no space left')
    expect((await services.files(exporter.id)).length).toBe(1)
    await jobs.chunk()
    await expect(jobs.chunk()).rejects.toThrow('killed')
    await jobs.chunk()
    expect(await attempts(jobs.id)).toEqual([1, 2, 2])
    const backup = (await exporter.readExport(jobs.id)).body
    expect(backup).toMatchObject({ status: 'READY', photosCount: 5 })
    expect((await services.files(exporter.id)).length).toBe(3)
    const unpacked = [...(await exporter.unpacked(backup)).values()].map(({ bytes }) => String(bytes))
    expect(unpacked.toSorted()).toEqual(photos.map(({ bytes }) => String(bytes)).toSorted())
    expect((await eventsOf(exporter)).map(({ status }) => status).filter((status) => status !== 'IN_PROGRESS')).toEqual(
      ['REQUESTED', 'READY'],
    )
  })

  test('skips photos that were deleted or added after the request; no file is empty', async () => {
    const exporter = services.newExporter()
    const photos = await addPhotos(exporter, 6)
    const jobs = await requestExport(exporter)
    await addPhotos(exporter, 1)
    await jobs.plan()
    const gone = photos.slice(2, 5)
    await exporter.call('DELETE', '/photos/photos', { body: { photoIds: gone.map(({ id }) => id) } })
    await services.platform.blobs.delete(gone.map(({ key }) => key))
    for (let number = 0; number < 3; number += 1) await jobs.chunk()
    const backup = (await exporter.readExport(jobs.id)).body
    expect(backup).toMatchObject({ status: 'READY', photosCount: 3, missingCount: 3 })
    expect(backup.chunks.map(({ iteration }: { iteration: number }) => iteration)).toEqual([1, 2])
    expect((await services.files(exporter.id)).length).toBe(2)
    const unpacked = [...(await exporter.unpacked(backup)).values()].map(({ bytes }) => String(bytes))
    const left = photos.filter((photo) => !gone.includes(photo))
    expect(unpacked.toSorted()).toEqual(left.map(({ bytes }) => String(bytes)).toSorted())
  })

  test('skips all photos with damaged bytes after one failed attempt per file', async () => {
    const exporter = services.newExporter()
    const [damaged, lost, ...whole] = await addPhotos(exporter, 4)
    const { blobs } = services.platform
    const jobs = await requestExport(exporter, {
      blobs: { chunks: async (key) => (key === lost?.key ? onBrokenDisk() : blobs.chunks(key)) },
    })
    await jobs.plan()
    await blobs.put(damaged?.key ?? '', Buffer.alloc(photoBytes), { contentType: 'image/jpeg' })
    await expect(jobs.chunk()).rejects.toThrow('does not have its announced size')
    await jobs.chunk()
    await jobs.chunk()
    expect(await attempts(jobs.id)).toEqual([2, 1])
    const backup = (await exporter.readExport(jobs.id)).body
    expect(backup).toMatchObject({ status: 'READY', photosCount: 2, missingCount: 2 })
    const unpacked = [...(await exporter.unpacked(backup)).values()].map(({ bytes }) => String(bytes))
    expect(unpacked.toSorted()).toEqual(whole.map(({ bytes }) => String(bytes)).toSorted())
  })

  test('fails if every photo is deleted or the last attempt fails, and leaves nothing behind', async () => {
    const exporter = services.newExporter()
    const photos = await addPhotos(exporter, 3)
    const broken = await requestExport(exporter)
    await broken.plan()
    await broken.chunk()
    await broken.fail()
    expect((await exporter.readExport(broken.id)).body).toMatchObject({ status: 'FAILED', expires: null })
    expect((await exporter.call('GET', `/exports/backups/${broken.id}/chunks/1/url`)).status).toBe(409)
    await broken.cleanUp()
    expect(await services.files(exporter.id)).toEqual([])
    await broken.mail()
    await broken.mail()
    const mails = await services.mailsTo(`${exporter.id}@example.com`)
    expect(mails.filter(({ subject }) => subject.includes('couldn’t export'))).toHaveLength(1)

    const next = await requestExport(exporter)
    expect(next.id).not.toBe(broken.id)
    await next.plan()
    await services.platform.blobs.delete(photos.map(({ key }) => key))
    await next.chunk()
    await next.chunk()
    expect((await exporter.readExport(next.id)).body).toMatchObject({
      status: 'FAILED',
      photosCount: 0,
      missingCount: 3,
    })
    expect((await eventsOf(exporter)).map(({ status }) => status).filter((status) => status !== 'IN_PROGRESS')).toEqual(
      ['REQUESTED', 'FAILED', 'REQUESTED', 'FAILED'],
    )
  })

  /** An export whose file is not written until `release` is called. */
  async function heldExport(exporter: Exporter) {
    const { promise, resolve: release } = Promise.withResolvers<void>()
    const jobs = await requestExport(exporter, {
      blobs: {
        put: async (...blob) => {
          await promise
          return services.platform.blobs.put(...blob)
        },
      },
    })
    return { ...jobs, release }
  }

  test('keeps one file if a process that seemed dead continues', async () => {
    const exporter = services.newExporter()
    await addPhotos(exporter, 2)
    const slow = await heldExport(exporter)
    const fast = await requestExport(exporter)
    expect(fast.id).toBe(slow.id)
    await slow.plan()
    const late = slow.chunk()
    await until(async () => ((await attempts(slow.id))[0] === 1 ? true : null), 'the first attempt')
    await fast.chunk()
    const ready = (await exporter.readExport(fast.id)).body
    expect(ready.status).toBe('READY')
    slow.release()
    await late
    expect((await services.files(exporter.id)).map((path) => path.split('/').at(-1))).toEqual(['1-2.zip'])
    expect((await exporter.readExport(fast.id)).body).toEqual(ready)
    expect((await exporter.unpacked(ready)).size).toBe(2)
  })

  test('ignores the file of a late attempt after the next attempt has started', async () => {
    const exporter = services.newExporter()
    await addPhotos(exporter, 2)
    const [first, second] = [await heldExport(exporter), await heldExport(exporter)]
    await first.plan()
    const late = first.chunk()
    await until(async () => ((await attempts(first.id))[0] === 1 ? true : null), 'the first attempt')
    const next = second.chunk()
    await until(async () => ((await attempts(first.id))[0] === 2 ? true : null), 'the second attempt')
    first.release()
    await late
    expect((await exporter.readExport(first.id)).body.status).toBe('IN_PROGRESS')
    second.release()
    await next
    expect(await attempts(first.id)).toEqual([2])
    const backup = (await exporter.readExport(first.id)).body
    expect(backup.status).toBe('READY')
    expect((await exporter.unpacked(backup)).size).toBe(2)
    expect((await services.files(exporter.id)).map((path) => path.split('/').at(-1))).toEqual(['1-2.zip'])
  })

  test('leaves no file of a late attempt after the export has failed', async () => {
    const exporter = services.newExporter()
    await addPhotos(exporter, 1)
    const held = await heldExport(exporter)
    await held.plan()
    const late = held.chunk()
    await until(async () => ((await attempts(held.id))[0] === 1 ? true : null), 'the attempt')
    await held.fail()
    await held.cleanUp()
    held.release()
    await late
    expect((await exporter.readExport(held.id)).body).toMatchObject({ status: 'FAILED', missingCount: 0 })
    expect(await services.files(exporter.id)).toEqual([])
  })

  test('stops with its process, and leaves nothing incomplete', async () => {
    const exporter = services.newExporter()
    await addPhotos(exporter, 1)
    const jobs = await requestExport(exporter)
    await jobs.plan()
    await expect(jobs.chunk(AbortSignal.abort(new Error('the process ends')))).rejects.toThrow('the process ends')
    expect(await services.files(exporter.id)).toEqual([])
  })

  /** A finished export with its only photo. */
  async function finishedExport(exporter: Exporter): Promise<string> {
    await addPhotos(exporter, 1)
    const jobs = await requestExport(exporter)
    await jobs.plan()
    await jobs.chunk()
    return jobs.id
  }

  test.each(['photo.added', 'photo.removed', 'photos.removed', 'album.changed', 'album.removed'])(
    'is outdated after the event %s of its owner',
    async (type) => {
      const [exporter, other] = [services.newExporter(), services.newExporter()]
      const id = await finishedExport(exporter)
      const append = async (owner: string) =>
        services.exports
          .transaction()
          .execute(async (change) => services.platform.events.append(change, [{ type, owner, data: {} }]))
      await append(other.id)
      expect((await requestExport(exporter)).id).toBe(id)
      await append(exporter.id)
      expect((await requestExport(exporter)).id).not.toBe(id)
    },
  )

  test('numbers its albums from 1, independently of other exports', async () => {
    for (const exporter of [services.newExporter(), services.newExporter()]) {
      await addPhotos(exporter, 1)
      for (const name of ['First', 'Second']) await exporter.call('POST', '/photos/albums', { body: { name } })
      const jobs = await requestExport(exporter)
      await jobs.plan()
      const planned = services.exports.selectFrom('backup_albums').select(['number', 'part', 'name'])
      expect(await planned.where('backup_id', '=', jobs.id).orderBy('number').execute()).toEqual([
        { number: 1, part: 1, name: 'First' },
        { number: 2, part: 1, name: 'Second' },
      ])
    }
  })

  test('is not reused if it expires within a day', async () => {
    const exporter = services.newExporter()
    const id = await finishedExport(exporter)
    const setEnd = async (minutes: number) =>
      sql`update exports.backups set ends_at = now() + make_interval(mins => ${minutes}) where id = ${id}`.execute(
        services.exports,
      )
    await setEnd(24 * 60 + 5)
    expect((await requestExport(exporter)).id).toBe(id)
    await setEnd(24 * 60)
    expect((await requestExport(exporter)).id).not.toBe(id)
  })

  test('announces progress at most twice a second, and never backwards', async () => {
    const exporter = services.newExporter()
    await addPhotos(exporter, 1)
    const jobs = await requestExport(exporter)
    await jobs.plan()
    // In each case: the seconds since the last event, and the new progress. Each case runs in one transaction, in which
    // the time does not change.
    for (const [seconds, progress] of [
      [0.5, 0.2],
      [0.49, 0.4],
      [0.5, 0.3],
      [0.49, 0.5],
    ] as const) {
      await services.exports.transaction().execute(async (change) => {
        await sql`update exports.backups set told_at = now() - make_interval(secs => ${seconds})
          where id = ${jobs.id}`.execute(change)
        await storeProgress(services.platform, change, jobs.id, progress)
      })
    }
    expect((await exporter.readExport(jobs.id)).body.progress).toBe(0.5)
    const progress = (await eventsOf(exporter)).filter(({ progress: reached }) => reached > 0)
    expect(progress).toMatchObject([
      { status: 'IN_PROGRESS', progress: 0.2 },
      { status: 'IN_PROGRESS', progress: 0.4 },
    ])
  })

  test('serves customers in turn, one file at a time', async () => {
    const [first, second] = [services.newExporter(), services.newExporter()]
    await addPhotos(first, 5)
    await addPhotos(second, 5)
    const { blobs } = services.platform
    const usual = { ...blobs }
    const order: string[] = []
    const { promise: bothArePlanned, resolve } = Promise.withResolvers<void>()
    // Replaces the method in place, because the services use this object.
    blobs.put = async (key, content, options) => {
      await bothArePlanned
      order.push(key.split('/')[1] ?? '')
      return usual.put(key, content, options)
    }
    try {
      const one = await first.requestExport()
      await until(async () => ((await attempts(one.body.backupId))[0] === 1 ? true : null), 'the first file')
      const other = await second.requestExport()
      await until(async () => ((await read(other.body.backupId)).step === 'chunks' ? true : null), 'both plans')
      resolve()
      await Promise.all([first.untilEnded(one.body.backupId), second.untilEnded(other.body.backupId)])
    } finally {
      Object.assign(blobs, usual)
    }
    expect(order).toEqual([first.id, second.id, first.id, second.id, first.id, second.id])
  })
})

/** A disk that fails after the first byte of a file. */
async function* onBrokenDisk(): AsyncGenerator<Buffer> {
  yield Buffer.alloc(1)
  throw Object.assign(new Error('i/o error, read'), { code: 'EIO' })
}

/** A disk that gets full in the middle of a file. */
async function* onFullDisk(content: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array> {
  for await (const bytes of content) {
    yield bytes
    if (bytes.length === photoBytes) throw new Error('no space left on device')
  }
}
