import { parentPort, workerData } from 'node:worker_threads'
import libheif, { type HeifPixels } from 'libheif-js/wasm-bundle.js'
import sharp from 'sharp'
import { z } from 'zod'
import { type Aperture, removeAperture } from './aperture.ts'

// One decoder for all pictures: it frees the memory of each picture when it gets the next.
const decoder = new libheif.HeifDecoder()

const { maxPixels, maxWidth } = z.object({ maxPixels: z.number(), maxWidth: z.number() }).parse(workerData)

parentPort?.on('message', (bytes: Uint8Array) => {
  void answer(bytes)
})

async function answer(bytes: Uint8Array): Promise<void> {
  try {
    // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a thread, not a window
    parentPort?.postMessage(await decode(bytes))
  } catch (error) {
    // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a thread, not a window
    parentPort?.postMessage({ error: error instanceof Error ? error.message : String(error) })
  }
}

async function decode(bytes: Uint8Array) {
  const aperture = removeAperture(Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength))
  const images = decoder.decode(bytes)
  try {
    const image = images.find((candidate) => candidate.is_primary()) ?? images[0]
    if (!image) throw new Error('no picture in it')
    if (image.get_width() * image.get_height() > maxPixels) throw new Error('too many pixels')
    const { heif_colorspace_RGB, heif_chroma_interleaved_RGBA } = libheif
    const decoded = await libheif.heif_js_decode_image2(image.handle, heif_colorspace_RGB, heif_chroma_interleaved_RGBA)
    const [pixels] = decoded.channels ?? []
    if (!pixels) throw new Error('damaged')
    try {
      const { data, info } = await scale(pixels, aperture)
      return { data, width: info.width, height: info.height, pixels: pixels.width * pixels.height }
    } finally {
      libheif.heif_image_release(decoded.image)
    }
  } finally {
    for (const image of images) image.free()
  }
}

/** Scales the pixels in the decoder's own memory: copying them first would double the memory. */
async function scale({ data, width, height, stride }: HeifPixels, aperture: Aperture | null) {
  const raw = { width: stride / 4, height, channels: 4 } as const
  return sharp(Buffer.from(data.buffer, data.byteOffset, stride * height), { raw, limitInputPixels: false })
    .extract(shownPart(width, height, aperture))
    .resize({ width: maxWidth, withoutEnlargement: true })
    .raw()
    .toBuffer({ resolveWithObject: true })
}

function shownPart(width: number, height: number, aperture: Aperture | null) {
  if (!aperture) return { left: 0, top: 0, width, height }
  const shown = { width: Math.min(width, aperture.width), height: Math.min(height, aperture.height) }
  return {
    left: place(width - shown.width, aperture.right),
    top: place(height - shown.height, aperture.down),
    ...shown,
  }
}

/**
 * The first row or column of the shown part.
 * @param room the number of rows or columns that are not shown
 * @param offset how far the part is moved from the middle
 */
function place(room: number, offset: number): number {
  return Math.max(0, Math.min(room, Math.round(room / 2 + offset)))
}
