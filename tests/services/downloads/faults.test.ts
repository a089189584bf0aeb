import { setTimeout } from 'node:timers/promises'
import { crc32 } from 'node:zlib'
import { sql } from 'kysely'
import { describe, expect, test } from 'vitest'
import { archiveQueue } from '../../../services/downloads/archive.ts'
import { createDownload } from '../../../services/downloads/store.ts'
import { failOverdue } from '../../../services/downloads/upkeep.ts'
import type { Blobs } from '../../../services/platform/blobs/blobs.ts'
import { unzip } from '../../support/unzip.ts'
import type { StoredPhoto } from '../archiveServices.ts'
import { until } from '../storage/customer.ts'
import { type DownloadCustomer, useDownloadServices } from './downloadServices.ts'

const photoBytes = 200_000

/** Runs only against a PostgreSQL server, because only there can two processes use the database at once. */
describe('an archive and its job', () => {
  const services = useDownloadServices('a PostgreSQL server')

  async function addThreePhotos(): Promise<{
    customer: DownloadCustomer
    photos: [StoredPhoto, StoredPhoto, StoredPhoto]
  }> {
    const customer = services.newDownloadCustomer()
    const addPhoto = async (number: number) =>
      services.addPhoto(customer, { fileName: `${number}.jpg`, bytes: Buffer.alloc(photoBytes, `photo ${number} `) })
    return { customer, photos: [await addPhoto(0), await addPhoto(1), await addPhoto(2)] }
  }

  /**
   * A requested archive and its job, which has not started.
   * @param changes blob methods to replace for the job
   */
  async function plan({ id: ownerId }: DownloadCustomer, photos: readonly StoredPhoto[], changes: Partial<Blobs> = {}) {
    const { platform, downloads } = services
    const originals = photos.map(({ id, key, bytes }, number) => ({
      imageId: id,
      ownerId,
      fileName: `${number}.jpg`,
      originalKey: key,
      size: bytes.length,
      crc32: crc32(bytes),
      uploadEnd: '2024-06-01T12:00:00Z',
    }))
    const withoutJobs = { ...platform, jobs: { ...platform.jobs, enqueue: async () => undefined } }
    const request = { ownerId, name: null, count: photos.length, key: null, digest: '' }
    const created = await createDownload(downloads, withoutJobs, request, originals)
    const downloadId = created?.id ?? ''
    const queue = archiveQueue({ ...platform, blobs: { ...platform.blobs, ...changes } }, downloads)
    return {
      id: downloadId,
      run: async (signal = new AbortController().signal) => queue.run({ downloadId }, signal),
      fail: async () => queue.failed?.({ downloadId }, new Error('the last attempt')),
    }
  }

  /** Returns the download events of the customer, in order. */
  async function eventsOf(customer: DownloadCustomer): Promise<{ key: string; progress?: number }[]> {
    const { rows } = await sql<{ data: { key: string; progress?: number } }>`
      select data from platform.events where owner = ${customer.id} and type like 'download.%' order by position`.execute(
      services.downloads,
    )
    return rows.map(({ data }) => data)
  }

  async function eventKeys(customer: DownloadCustomer): Promise<string[]> {
    return (await eventsOf(customer)).map(({ key }) => key).filter((key) => key !== 'progress')
  }

  test('skips a photo that is deleted while the job runs, and counts it as missing', async () => {
    const { customer, photos } = await addThreePhotos()
    const { blobs } = services.platform
    const { id, run } = await plan(customer, photos, {
      async chunks(key) {
        if (key === photos[0].key) await blobs.delete([photos[1].key])
        return blobs.chunks(key)
      },
    })
    await run()
    expect((await customer.readDownload(id)).body).toMatchObject({ state: 'finished', photosCount: 3, missingCount: 1 })
    const files = await unzip(await customer.archive(id))
    expect([...files.keys()].toSorted()).toEqual(['0.jpg', '2.jpg'])
    expect(files.get('2.jpg')?.bytes.equals(photos[2].bytes)).toBe(true)
  })

  test('skips damaged files', async () => {
    const { customer, photos } = await addThreePhotos()
    const { blobs } = services.platform
    await blobs.put(photos[0].key, Buffer.alloc(photoBytes, 'x'), { contentType: 'image/jpeg' })
    const { id, run } = await plan(customer, photos, {
      chunks: async (key) => (key === photos[2].key ? onBrokenDisk(photos[2].bytes) : blobs.chunks(key)),
    })
    await run()
    expect((await customer.readDownload(id)).body).toMatchObject({ state: 'finished', missingCount: 2 })
    const files = await unzip(await customer.archive(id))
    expect([...files.keys()]).toEqual(['1.jpg'])
    expect(files.get('1.jpg')?.bytes.equals(photos[1].bytes)).toBe(true)
  })

  test('fails if no photo is left', async () => {
    const { customer, photos } = await addThreePhotos()
    await services.platform.blobs.delete(photos.map(({ key }) => key))
    const { id, run } = await plan(customer, photos)
    await run()
    expect((await customer.readDownload(id)).body).toMatchObject({
      state: 'error',
      size: null,
      expires: expect.any(String),
    })
    expect((await customer.call('GET', `/downloads/downloads/${id}/url`)).body.code).toBe('NOT_FINISHED')
    expect(await eventKeys(customer)).toEqual(['started', 'error'])
    expect(await services.archives(customer)).not.toContain(`${id}.zip`)
  })

  test('leaves no files on a full disk, and fails if the disk stays full', async () => {
    const { customer, photos } = await addThreePhotos()
    const { blobs } = services.platform
    const { id, run, fail } = await plan(customer, photos, {
      put: async (key, content, options) =>
        blobs.put(key, Symbol.asyncIterator in content ? fullAfter(photoBytes, content) : content, options),
    })
    await expect(run()).rejects.toMatchObject({ code: 'ENOSPC' })
    expect(await services.archives(customer)).toEqual([])
    expect((await customer.readDownload(id)).body.state).toBe('started')
    await fail()
    await fail()
    expect((await customer.readDownload(id)).body.state).toBe('error')
    expect(await eventKeys(customer)).toEqual(['started', 'error'])
  })

  test('leaves no files when the job is interrupted, and the next attempt completes the archive', async () => {
    const { customer, photos } = await addThreePhotos()
    const stopping = new AbortController()
    const { blobs } = services.platform
    let reads = 0
    const { id, run } = await plan(customer, photos, {
      async chunks(key) {
        reads += 1
        if (reads === 2) stopping.abort()
        return blobs.chunks(key)
      },
    })
    await expect(run(stopping.signal)).rejects.toThrow()
    expect(await services.archives(customer)).toEqual([])
    await run()
    expect((await unzip(await customer.archive(id))).size).toBe(3)
    expect(await eventKeys(customer)).toEqual(['started', 'finished'])
  })

  test('is announced once if two processes make it, with the size of the stored file', async () => {
    const { customer, photos } = await addThreePhotos()
    const { id, run } = await plan(customer, photos)
    await Promise.all([run(), run()])
    await run()
    const { body } = await customer.readDownload(id)
    expect(body).toMatchObject({ state: 'finished', missingCount: 0, size: (await customer.archive(id)).length })
    expect(await eventKeys(customer)).toEqual(['started', 'finished'])
  })

  test('announces progress that never decreases, and no progress after the end', async () => {
    const { customer, photos } = await addThreePhotos()
    const untilNotified = async (count: number) =>
      until(async () => ((await eventsOf(customer)).length >= count ? true : null), 'the progress events')
    const slowly = async function* (bytes: Buffer, count: number): AsyncGenerator<Buffer> {
      yield bytes.subarray(0, 1_000)
      // Longer than the half second that must pass between two progress events, so that the next one is announced.
      await setTimeout(600)
      yield bytes.subarray(1_000, 2_000)
      await untilNotified(count)
      yield bytes.subarray(2_000)
    }
    const counts = new Map(photos.map(({ key }, number) => [key, number + 2]))
    const { id, run } = await plan(customer, photos, {
      async chunks(key) {
        const bytes = photos.find((photo) => photo.key === key)?.bytes
        return bytes ? slowly(bytes, counts.get(key) ?? 0) : null
      },
    })
    await run()
    const events = await eventsOf(customer)
    expect([events.at(0)?.key, events.at(-1)?.key]).toEqual(['started', 'finished'])
    const steps = events.slice(1, -1).map(({ progress = 0 }) => progress)
    // There are more than three steps on a slow machine, because progress is announced every half second.
    expect(steps.length).toBeGreaterThanOrEqual(3)
    expect(steps).toEqual(steps.toSorted((one, other) => one - other))
    expect(steps[0]).toBeGreaterThan(0)
    expect(steps.at(-1)).toBeLessThan(1)
    expect((await unzip(await customer.archive(id))).size).toBe(3)
  })

  test('fails once, after a day; a result that arrives later is deleted', async () => {
    const { customer, photos } = await addThreePhotos()
    const { blobs } = services.platform
    const failOld = async () => failOverdue(services.platform, services.downloads, new AbortController().signal)
    const { id, run } = await plan(customer, photos, {
      async put(key, content, options) {
        await age(id, 25)
        await Promise.all([failOld(), failOld()])
        return blobs.put(key, content, options)
      },
    })
    await age(id, 23)
    await failOld()
    expect((await customer.readDownload(id)).body.state).toBe('started')
    await run()
    await run()
    expect((await customer.readDownload(id)).body).toMatchObject({ state: 'error', size: null })
    expect(await eventKeys(customer)).toEqual(['started', 'error'])
    expect(await services.archives(customer)).toEqual([])
  })

  test('is limited to twenty at a time per customer', async () => {
    const { customer, photos } = await addThreePhotos()
    const key = 'wish'
    const first = (await customer.requestDownload([photos[0].id], { key })).body.id
    await customer.untilEnded(first)
    const asked = await Promise.allSettled(Array.from({ length: 24 }, async () => plan(customer, photos)))
    const ids = asked.flatMap((one) => (one.status === 'fulfilled' ? [one.value.id] : []))
    expect(ids).toHaveLength(20)
    const refused = await customer.requestDownload([photos[0].id])
    expect([refused.status, refused.body.code, refused.headers.get('retry-after')]).toEqual([
      429,
      'TOO_MANY_DOWNLOADS',
      '60',
    ])
    // A repeated request does not count again.
    expect((await customer.requestDownload([photos[0].id], { key })).body.id).toBe(first)
    const other = await addThreePhotos()
    expect((await other.customer.requestDownload([other.photos[0].id])).status).toBe(201)
    await age(ids[0] ?? '', 25)
    await failOverdue(services.platform, services.downloads, new AbortController().signal)
    expect((await customer.requestDownload([photos[0].id])).status).toBe(201)
  })

  test('removes a customer’s oldest archives above the quota, but never the newest', async () => {
    const { customer, photos } = await addThreePhotos()
    const { blobs } = services.platform
    const ids: string[] = []
    const left = async () => {
      const { items } = (await customer.call('GET', '/downloads/downloads')).body
      return items.map(({ id }: { id: string }) => ids.indexOf(id))
    }
    const writeArchive = async (size: number) => {
      const { id, run } = await plan(customer, photos, {
        put: async (...blob) => ({ ...(await blobs.put(...blob)), size }),
      })
      await run()
      ids.push(id)
    }
    await writeArchive(20e9)
    await writeArchive(20e9)
    await writeArchive(10e9)
    expect(await left()).toEqual([2, 1, 0])
    await writeArchive(1)
    expect(await left()).toEqual([3, 2, 1])
    await writeArchive(60e9)
    expect(await left()).toEqual([4])
  })

  test('reports the age of the oldest unfinished archive and the number of archives', async () => {
    const { customer, photos } = await addThreePhotos()
    const { id } = await plan(customer, photos)
    await age(id, 20)
    const text = await (await fetch(`${services.running.services.url}/downloads/metrics`)).text()
    const read = (name: string) =>
      Number(
        text
          .split('\n')
          .find((line) => line.startsWith(`${name} `))
          ?.split(' ')[1],
      )
    expect(read('downloads_unfinished_oldest_seconds')).toBeGreaterThanOrEqual(20 * 3_600)
    expect(read('downloads_count{state="started"}')).toBeGreaterThanOrEqual(1)
    expect(read('downloads_count{state="finished"}')).toBeGreaterThanOrEqual(1)
    expect(read('downloads_stored_bytes')).toBeGreaterThan(0)
  })

  /** Moves the time of the request back. */
  async function age(id: string, hours: number): Promise<void> {
    await sql`
      update downloads.downloads set created_at = now() - make_interval(hours => ${hours}::int) where id = ${id}`.execute(
      services.downloads,
    )
  }
})

/** A broken disk that can only read the first bytes. */
async function* onBrokenDisk(bytes: Buffer): AsyncGenerator<Buffer> {
  yield bytes.subarray(0, 1_000)
  throw Object.assign(new Error('i/o error, read'), { code: 'EIO' })
}

/** A disk with room for this many bytes. */
async function* fullAfter(bytes: number, content: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array> {
  let room = bytes
  for await (const chunk of content) {
    room -= chunk.length
    if (room < 0) throw Object.assign(new Error('no space left on device'), { code: 'ENOSPC' })
    yield chunk
  }
}
