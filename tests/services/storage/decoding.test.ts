import { execFile } from 'node:child_process'
import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'
import sharp from 'sharp'
import { describe, expect, test } from 'vitest'
import { startRenditionThreads } from '../../../services/storage/renditionThreads.ts'
import { Refusal, Undecoded } from '../../../services/storage/formats/refusal.ts'
import { createHeicDecoder } from '../../../services/storage/heic/decoder.ts'
import { readPicture } from '../../../services/storage/images.ts'
import { problemOf } from '../../../services/storage/pictureProblem.ts'
import { makeRenditions } from '../../../services/storage/renditions.ts'
import { makeBrokenJpeg, makeHeic, makeJpeg } from '../../support/pictures.ts'
import { inFolder } from '../../support/unzip.ts'

const script = new URL('noHandles.ts', import.meta.url).pathname
const run = promisify(execFile)

test('a picture is not refused for lack of file handles', async () => {
  await inFolder(async (folder) => {
    const [jpeg, heic] = [join(folder, 'a.jpg'), join(folder, 'a.heic')]
    await writeFile(jpeg, await makeJpeg())
    await writeFile(heic, await makeHeic())
    const command = `ulimit -n 60 && exec ${process.execPath} ${script} ${jpeg} ${heic}`
    const { before, without } = JSON.parse((await run('sh', ['-c', command])).stdout)
    expect(before).toBe('done')
    for (const end of Object.values(without)) expect(['done', Refusal.name, Undecoded.name]).not.toContain(end)
  })
})

test('a picture is not refused because decoding times out, as a JPEG or as a HEIC', async () => {
  await inFolder(async (folder) => {
    const file = join(folder, 'a.jpg')
    await writeFile(file, await makeJpeg())
    const create = { width: 6_000, height: 6_000, channels: 3, background: '#ffffff' } as const
    const slowly = async () => sharp({ create }).median(15).timeout({ seconds: 1 }).raw().toBuffer()
    const asHeic = createHeicDecoder({ workers: 1, milliseconds: 1, maxPixels: 1_000_000, maxWidth: 1_300 })
    const decoded = asHeic.decode(await makeHeic(), new AbortController().signal)
    await expect(decoded).rejects.toBeInstanceOf(Undecoded)
    await expect(readPicture(file, slowly)).rejects.toBeInstanceOf(Undecoded)
    await asHeic.close()
  })
})

test('a HEIC with too many pixels is refused for this reason', async () => {
  const asHeic = createHeicDecoder({ workers: 1, milliseconds: 10_000, maxPixels: 1_000, maxWidth: 1_300 })
  const decoded = asHeic.decode(await makeHeic(), new AbortController().signal)
  await expect(decoded).rejects.toMatchObject({ code: 'TOO_MANY_PIXELS' })
  await asHeic.close()
})

test('a picture whose bytes cannot be decoded is refused', async () => {
  await inFolder(async (folder) => {
    const file = join(folder, 'a.jpg')
    await writeFile(file, await makeBrokenJpeg())
    const refused = readPicture(file, (source) => sharp(source).raw().toBuffer())
    await expect(refused).rejects.toMatchObject({ code: 'DAMAGED_FILE' })
  })
})

test('a photo is encoded once for all renditions that are wider than the photo', async () => {
  await inFolder(async (folder) => {
    const file = join(folder, 'a.jpg')
    await writeFile(file, await makeJpeg({ width: 640, height: 480 }))
    const [small, ...wider] = (await makeRenditions(file, 1_000_000)).renditions
    expect(small).toMatchObject({ id: '300', width: 300, height: 225 })
    expect(wider).toMatchObject([
      { id: '800', width: 640, height: 480 },
      { id: '1300', width: 640, height: 480 },
    ])
    expect(wider[1]?.bytes).toBe(wider[0]?.bytes)
  })
})

test('decoded pixels are freed without waiting for the garbage collector', async () => {
  await inFolder(async (folder) => {
    const file = join(folder, 'a.jpg')
    const side = 1_300
    await writeFile(file, await makeJpeg({ width: side, height: side }))
    const before = process.memoryUsage().external
    const { renditions } = await makeRenditions(file, side * side)
    const kept = renditions.reduce((sum, { bytes }) => sum + bytes.length, 0)
    expect(process.memoryUsage().external - before - kept).toBeLessThan((side * side * 3) / 2)
  })
})

describe('the rendition thread says why it made no renditions', () => {
  test('a damaged picture is unreadable', async () => {
    expect(problem(await makeInThread(await makeBrokenJpeg(), 1_000_000))).toBe('UNREADABLE')
  })

  test('a picture with too many pixels is too large', async () => {
    expect(problem(await makeInThread(await makeJpeg(), 1_000))).toBe('TOO_LARGE')
  })

  test('a picture that takes too long may be tried again later', async () => {
    expect(await makeInThread(await makeJpeg(), 1_000_000, 1)).toBeInstanceOf(Undecoded)
  })
})

function problem(end: unknown): unknown {
  return end instanceof Refusal ? problemOf(end) : end
}

async function makeInThread(bytes: Buffer, maxPixels: number, milliseconds?: number): Promise<unknown> {
  return inFolder(async (folder) => {
    const file = join(folder, 'a.jpg')
    await writeFile(file, bytes)
    const threads = startRenditionThreads(maxPixels, milliseconds)
    const end: unknown = await threads.make(file, new AbortController().signal).catch((error: unknown) => error)
    await threads.close()
    return end
  })
}
