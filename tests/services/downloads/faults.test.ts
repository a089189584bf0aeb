import { setTimeout } from 'node:timers/promises'
import { crc32 } from 'node:zlib'
import { sql } from 'kysely'
import { describe, expect, test } from 'vitest'
import { archiveQueue } from '../../../services/downloads/archive.ts'
import { createDownload } from '../../../services/downloads/store.ts'
import type { Blobs } from '../../../services/platform/platform.ts'
import { unzip } from '../../support/unzip.ts'
import { type Keeper, type KeptPhoto, useVault } from './keeper.ts'

const photoBytes = 200_000
const patienceMilliseconds = 20_000

/** On a server, where two can do something at once. */
describe('the making of an archive', () => {
  const vault = useVault('a PostgreSQL server')

  async function keepThree(): Promise<{ keeper: Keeper; photos: [KeptPhoto, KeptPhoto, KeptPhoto] }> {
    const keeper = vault.newKeeper()
    const keep = async (number: number) =>
      vault.keep(keeper, { fileName: `${number}.jpg`, bytes: Buffer.alloc(photoBytes, `photo ${number} `) })
    return { keeper, photos: [await keep(0), await keep(1), await keep(2)] }
  }

  /**
   * An archive that was asked for, and the job that makes it, which nobody has begun.
   * @param changes what of the blobs is different for the job
   */
  async function plan({ id: ownerId }: Keeper, photos: readonly KeptPhoto[], changes: Partial<Blobs> = {}) {
    const { platform, downloads } = vault
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

  /** What its owner was told, in order. */
  async function told(keeper: Keeper): Promise<{ key: string; progress?: number }[]> {
    const { rows } = await sql<{ data: { key: string; progress?: number } }>`
      select data from platform.events where owner = ${keeper.id} and type like 'download.%' order by position`.execute(
      vault.downloads,
    )
    return rows.map(({ data }) => data)
  }

  async function toldKeys(keeper: Keeper): Promise<string[]> {
    return (await told(keeper)).map(({ key }) => key).filter((key) => key !== 'progress')
  }

  test('leaves out a photo that is deleted meanwhile, and says so', async () => {
    const { keeper, photos } = await keepThree()
    const { blobs } = vault.platform
    const { id, run } = await plan(keeper, photos, {
      async chunks(key) {
        if (key === photos[0].key) await blobs.delete([photos[1].key])
        return blobs.chunks(key)
      },
    })
    await run()
    expect((await keeper.look(id)).body).toMatchObject({ state: 'finished', photosCount: 3, missingCount: 1 })
    const files = await unzip(await keeper.archive(id))
    expect([...files.keys()].toSorted()).toEqual(['0.jpg', '2.jpg'])
    expect(files.get('2.jpg')?.bytes.equals(photos[2].bytes)).toBe(true)
  })

  test('leaves out files that are damaged', async () => {
    const { keeper, photos } = await keepThree()
    const type = { contentType: 'image/jpeg' }
    await vault.platform.blobs.put(photos[0].key, Buffer.alloc(photoBytes, 'x'), type)
    await vault.platform.blobs.put(photos[2].key, photos[2].bytes.subarray(1), type)
    const { id, run } = await plan(keeper, photos)
    await run()
    expect((await keeper.look(id)).body).toMatchObject({ state: 'finished', missingCount: 2 })
    const files = await unzip(await keeper.archive(id))
    expect([...files.keys()]).toEqual(['1.jpg'])
    expect(files.get('1.jpg')?.bytes.equals(photos[1].bytes)).toBe(true)
  })

  test('ends with an error when nothing is left of it', async () => {
    const { keeper, photos } = await keepThree()
    await vault.platform.blobs.delete(photos.map(({ key }) => key))
    const { id, run } = await plan(keeper, photos)
    await run()
    expect((await keeper.look(id)).body).toMatchObject({ state: 'error', size: null, expires: expect.any(String) })
    expect((await keeper.call('GET', `/downloads/downloads/${id}/url`)).body.code).toBe('NOT_FINISHED')
    expect(await toldKeys(keeper)).toEqual(['started', 'error'])
    expect(await vault.archives(keeper)).not.toContain(`${id}.zip`)
  })

  test('leaves nothing on a disk that is full, and ends with an error when it stays so', async () => {
    const { keeper, photos } = await keepThree()
    const { blobs } = vault.platform
    const { id, run, fail } = await plan(keeper, photos, {
      put: async (key, content, options) =>
        blobs.put(key, Symbol.asyncIterator in content ? fullAfter(photoBytes, content) : content, options),
    })
    await expect(run()).rejects.toMatchObject({ code: 'ENOSPC' })
    expect(await vault.archives(keeper)).toEqual([])
    expect((await keeper.look(id)).body.state).toBe('started')
    await fail()
    await fail()
    expect((await keeper.look(id)).body.state).toBe('error')
    expect(await toldKeys(keeper)).toEqual(['started', 'error'])
  })

  test('that breaks off leaves nothing, and is done by the next attempt', async () => {
    const { keeper, photos } = await keepThree()
    const stopping = new AbortController()
    const { blobs } = vault.platform
    let reads = 0
    const { id, run } = await plan(keeper, photos, {
      async chunks(key) {
        reads += 1
        if (reads === 2) stopping.abort()
        return blobs.chunks(key)
      },
    })
    await expect(run(stopping.signal)).rejects.toThrow()
    expect(await vault.archives(keeper)).toEqual([])
    await run()
    expect((await unzip(await keeper.archive(id))).size).toBe(3)
    expect(await toldKeys(keeper)).toEqual(['started', 'finished'])
  })

  test('by two at once is told once, and says the size of what is there', async () => {
    const { keeper, photos } = await keepThree()
    const { id, run } = await plan(keeper, photos)
    await Promise.all([run(), run()])
    await run()
    const { body } = await keeper.look(id)
    expect(body).toMatchObject({ state: 'finished', missingCount: 0, size: (await keeper.archive(id)).length })
    expect(await toldKeys(keeper)).toEqual(['started', 'finished'])
  })

  test('is told as it goes on, never backwards, and not behind its end', async () => {
    const { keeper, photos } = await keepThree()
    const untilTold = async (count: number) => {
      const last = performance.now() + patienceMilliseconds
      while ((await told(keeper)).length < count && performance.now() < last) await setTimeout(20)
    }
    const slowly = async function* (bytes: Buffer, count: number): AsyncGenerator<Buffer> {
      yield bytes.subarray(0, 1_000)
      // What comes after the pause between two tellings is told.
      await setTimeout(600)
      yield bytes.subarray(1_000, 2_000)
      await untilTold(count)
      yield bytes.subarray(2_000)
    }
    const counts = new Map(photos.map(({ key }, number) => [key, number + 2]))
    const { id, run } = await plan(keeper, photos, {
      async chunks(key) {
        const bytes = photos.find((photo) => photo.key === key)?.bytes
        return bytes ? slowly(bytes, counts.get(key) ?? 0) : null
      },
    })
    await run()
    const events = await told(keeper)
    expect(events.map(({ key }) => key)).toEqual(['started', 'progress', 'progress', 'progress', 'finished'])
    const steps = events.flatMap(({ progress }) => progress ?? [])
    expect(steps).toEqual(steps.toSorted((one, other) => one - other))
    expect(steps[0]).toBeGreaterThan(0)
    expect(steps[2]).toBeLessThan(1)
    expect((await unzip(await keeper.archive(id))).size).toBe(3)
  })
})

/** A disk that has room for so many bytes. */
async function* fullAfter(bytes: number, content: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array> {
  let room = bytes
  for await (const chunk of content) {
    room -= chunk.length
    if (room < 0) throw Object.assign(new Error('no space left on device'), { code: 'ENOSPC' })
    yield chunk
  }
}
