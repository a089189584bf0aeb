import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import sharp, { type Sharp } from 'sharp'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { inspectFile } from '../../../services/storage/formats/inspect.ts'
import { createMemoryBudget } from '../../../services/storage/memoryBudget.ts'
import { makeHeic, makeHugePng } from '../../support/pictures.ts'
import { Customer, type PhotoServices, startPhotoServices } from './customer.ts'

const unlimited = { maxPixels: 1e9 }
const megabyte = 1_000_000
const { signal } = new AbortController()

describe('the memory that decoding takes is computed from the header', () => {
  let folder: string

  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'keepsake-memory-'))
  })
  afterAll(async () => rm(folder, { recursive: true }))

  // Most pictures have 4,000 × 3,000 pixels. 40 MB are constant, 11 MB are for the scaled pixels.
  test.each<[string, number, () => Promise<Buffer> | Buffer]>([
    ['a JPEG', 51, async () => large().jpeg().toBuffer()],
    ['a progressive JPEG, 3 bytes per pixel', 87, async () => large().jpeg({ progressive: true }).toBuffer()],
    ['a progressive JPEG with full colours, 6 bytes per pixel', 123, async () => large().jpeg(fullColours).toBuffer()],
    [
      'a grey progressive JPEG, 2 bytes per pixel',
      75,
      async () => large().toColourspace('b-w').jpeg({ progressive: true }).toBuffer(),
    ],
    ['a PNG, 1,250 rows of 3 bytes per pixel', 66, async () => large().png(fast).toBuffer()],
    [
      'a PNG of 16 bits, 1,250 rows of 6 bytes per pixel',
      81,
      async () => large().toColourspace('rgb16').png(fast).toBuffer(),
    ],
    [
      'an interlaced PNG, all rows of 3 bytes per pixel',
      87,
      async () =>
        large()
          .png({ ...fast, progressive: true })
          .toBuffer(),
    ],
    ['a narrow PNG of 60,000 rows', 94, () => makeHugePng(100, 60_000)],
    ['a HEIC of 640 × 480, and its decoder', 112, async () => makeHeic()],
  ])('for %s: %d MB', async (_what, expected, make) => {
    const file = join(folder, 'picture')
    await writeFile(file, await make())
    const { decodeBytes } = await inspectFile(file, unlimited)
    expect(Math.round(decodeBytes / megabyte)).toBe(expected)
  })
})

describe('a memory budget', () => {
  test('starts work when its memory is free, in order', async () => {
    const budget = createMemoryBudget(100)
    const [first, second, third] = [gate(), gate(), gate()]
    const started: string[] = []
    const run = async (name: string, bytes: number, until: Gate) =>
      budget.use(bytes, signal, async () => {
        started.push(name)
        await until.opened
      })
    const all = [run('first', 60, first), run('second', 60, second), run('third', 10, third)]
    await settle()
    // The third piece of work would fit. But if small work always went first, large work could wait forever.
    expect(started).toEqual(['first'])
    first.open()
    await all[0]
    await settle()
    expect(started).toEqual(['first', 'second', 'third'])
    second.open()
    third.open()
    await Promise.all(all)
  })

  test('is free again after a failure, and after waiting work was aborted', async () => {
    const budget = createMemoryBudget(100)
    const [first, aborted] = [gate(), new AbortController()]
    const failing = budget.use(100, signal, async () => {
      await first.opened
      throw new Error('damaged')
    })
    const waiting = budget.use(100, aborted.signal, async () => 'never')
    const last = budget.use(100, signal, async () => 'done')
    aborted.abort(new Error('stopped'))
    await expect(waiting).rejects.toThrow('stopped')
    first.open()
    await expect(failing).rejects.toThrow('damaged')
    expect(await last).toBe('done')
  })
})

describe('storage', () => {
  let running: PhotoServices

  beforeAll(async () => {
    running = await startPhotoServices(undefined, { DECODE_BYTES: String(100 * megabyte) })
  })
  afterAll(async () => running.close())

  test('takes a picture of 108 megapixels; a photo whose decoding needs too much memory is kept without a picture', async () => {
    const customer = new Customer(running.services.url, running.issuer)
    const phone = flat(12_000, 9_000)
    await customer.upload(await phone.clone().jpeg().toBuffer())
    expect(await customer.photosOf(1)).toMatchObject([{ visibleWidth: 12_000, thumbnails: [{}, {}, { width: 1_300 }] }])

    const { body } = await customer.upload(await large().jpeg(fullColours).toBuffer())
    const photos = await customer.photosOf(2)
    expect(photos.find(({ imageId }) => imageId === body.imageId)).toMatchObject({
      pictureProblem: 'TOO_LARGE',
      thumbnails: [],
    })
  })
})

const fast = { compressionLevel: 1 }
const fullColours = { progressive: true, chromaSubsampling: '4:4:4' }

function large(): Sharp {
  return flat(4_000, 3_000)
}

function flat(width: number, height: number): Sharp {
  return sharp({ create: { width, height, channels: 3, background: '#789' } })
}

interface Gate {
  readonly opened: Promise<void>
  open(): void
}

function gate(): Gate {
  const { promise, resolve } = Promise.withResolvers<void>()
  return { opened: promise, open: resolve }
}

async function settle(): Promise<void> {
  await new Promise((resolve) => setImmediate(resolve))
}
