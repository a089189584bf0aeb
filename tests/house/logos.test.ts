import { readdirSync } from 'node:fs'
import sharp from 'sharp'
import { expect, test } from 'vitest'

const folder = 'brands'
const pixels = 96

const names = readdirSync(folder).flatMap((file) => /^(.+)\.json$/.exec(file)?.[1] ?? [])

async function drawn(file: string): Promise<Buffer> {
  const background = { r: 0, g: 0, b: 0, alpha: 0 }
  return sharp(file, { density: 300 })
    .resize(pixels, pixels, { fit: 'contain', background })
    .flatten({ background: '#888888' })
    .raw()
    .toBuffer()
}

test.each(names)('the PNG of %s shows what its SVG shows', async (name) => {
  const [svg, png] = [await drawn(`${folder}/${name}/logo.svg`), await drawn(`${folder}/${name}/logo.png`)]
  expect(await sharp(`${folder}/${name}/logo.png`).metadata()).toMatchObject({ width: pixels, height: pixels })
  const differences = svg.map((value, index) => Math.abs(value - (png[index] ?? 0)))
  // The PNG has a palette, so its colours differ slightly.
  expect(differences.reduce((sum, difference) => sum + difference, 0) / differences.length).toBeLessThan(2)
})
