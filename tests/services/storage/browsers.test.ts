import { open, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { chromium, type Browser, type Page } from '@playwright/test'
import sharp from 'sharp'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { ByteReader } from '../../../services/storage/formats/byteReader.ts'
import { inspect } from '../../../services/storage/formats/inspect.ts'
import { readFacts } from '../../../services/storage/images.ts'
import { makeRenditions } from '../../../services/storage/renditions.ts'
import { browserLaunch } from '../../support/browser.ts'
import { makeDefectiveJpegs } from '../../support/defectiveJpegs.ts'
import { inFolder } from '../../support/unzip.ts'

const maxPixels = 1_000_000
/**
 * Below this mean difference per channel, two pictures count as looking the same. They are never equal, because
 * different programs have scaled them.
 */
const sameLook = 12

describe('storage decodes every JPEG that a browser shows', async () => {
  const defects = await makeDefectiveJpegs()
  let browser: Browser
  let page: Page

  beforeAll(async () => {
    browser = await chromium.launch(browserLaunch('/usr/bin/chromium-headless-shell', '/usr/bin/chromium'))
    page = await browser.newPage()
  })
  afterAll(async () => browser.close())

  test.each(defects)('a JPEG with the defect %s', async (_what, jpeg) => {
    const shown = await show(page, jpeg)
    if (shown) expect(differenceOf(shown, await decode(jpeg))).toBeLessThan(sameLook)
  })

  test('the browser shows most of the JPEGs with defects', async () => {
    const shown = await Promise.all(defects.map(async ([, jpeg]) => show(page, jpeg)))
    expect(shown.filter(Boolean).length).toBeGreaterThan(30)
  })
})

/** A small copy of what the browser draws, on the grey of missing data; null if it draws nothing. */
async function show(page: Page, jpeg: Buffer): Promise<number[] | null> {
  return page.evaluate(
    async ({ source, side }) => {
      const image = new Image()
      image.src = source
      const isLoaded = await image.decode().then(
        () => true,
        () => false,
      )
      const canvas = document.createElement('canvas')
      ;[canvas.width, canvas.height] = [side, side]
      const context = canvas.getContext('2d')
      if (!isLoaded || !context) return null
      context.imageSmoothingQuality = 'high'
      context.drawImage(image, 0, 0, side, side)
      const isBlank = context.getImageData(0, 0, side, side).data.every((value) => value === 0)
      context.globalCompositeOperation = 'destination-over'
      context.fillStyle = 'rgb(128, 128, 128)'
      context.fillRect(0, 0, side, side)
      return isBlank ? null : [...context.getImageData(0, 0, side, side).data].filter((_, index) => index % 4 !== 3)
    },
    { source: `data:image/jpeg;base64,${jpeg.toString('base64')}`, side: 16 },
  )
}

/** A small copy of the largest rendition. */
async function decode(jpeg: Buffer): Promise<number[]> {
  return inFolder(async (folder) => {
    const file = join(folder, 'a.jpg')
    await writeFile(file, jpeg)
    await using handle = await open(file)
    await inspect(new ByteReader(handle, jpeg.length), { maxPixels })
    await readFacts(file, maxPixels)
    const { renditions } = await makeRenditions(file, maxPixels)
    return [...(await sharp(renditions.at(-1)?.bytes).resize(16, 16, { fit: 'fill' }).raw().toBuffer())]
  })
}

function differenceOf(one: readonly number[], other: readonly number[]): number {
  return one.reduce((sum, value, index) => sum + Math.abs(value - (other[index] ?? 0)), 0) / one.length
}
