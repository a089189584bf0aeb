import sharp from 'sharp'
import type { WirePhoto } from '../../tests/support/photoLibrary.ts'

const renditionWidths = [800, 300, 1300]
/** The longest side (px) of a drawn picture. A larger picture is drawn at this size, with the same ratio. */
const longestSide = 4_000
/** How many pictures are kept. The largest have about 200 KB. */
const mostKept = 100

/** Colours that can be told apart. */
const colours = ['#8c2d19', '#b8860b', '#4f7942', '#20706b', '#2f5d8c', '#5b4a8a', '#8a3f6b', '#54626f']

/** A picture of the sandbox. */
export interface SandboxPicture {
  readonly imageId: string
  readonly width: number
  readonly height: number
}

/** Builds the addresses and sizes of a photo, as the photos service sends them. */
export function describePicture(
  publicUrl: string,
  { imageId, width, height }: SandboxPicture,
): Pick<WirePhoto, 'url' | 'untouchedUrl' | 'thumbnails' | 'visibleWidth' | 'visibleHeight'> {
  const address = (name: string) => `${publicUrl}/storage/blobs/${imageId}/${name}.jpg`
  const renditions = renditionWidths.map((widest) => {
    const own = Math.min(widest, width)
    return { id: String(widest), width: own, height: Math.max(1, Math.round((own * height) / width)) }
  })
  return {
    url: address(`${width}x${height}`),
    untouchedUrl: address(`original-${width}x${height}`),
    thumbnails: renditions.map((one) => ({ ...one, url: address(`${one.width}x${one.height}`) })),
    visibleWidth: width,
    visibleHeight: height,
  }
}

/** Finds the picture of an address. Returns null for an address that the sandbox does not give. */
export function pictureAt(path: string): SandboxPicture | null {
  const match = /^([0-9a-f-]{36})\/(?:original-)?(\d{1,5})x(\d{1,5})\.jpg$/.exec(path)
  const [, imageId = '', width, height] = match ?? []
  if (!(Number(width) > 0 && Number(height) > 0)) return null
  return { imageId, width: Number(width), height: Number(height) }
}

/** Draws pictures, and keeps the latest ones in memory. */
export class Pictures {
  readonly #kept = new Map<string, Promise<Buffer>>()

  /** Returns a JPEG of this size, in one colour, which depends on the photo. */
  async draw({ imageId, width, height }: SandboxPicture): Promise<Buffer> {
    const colour = colours[Number.parseInt(imageId.slice(-4), 16) % colours.length] ?? '#54626f'
    const key = `${colour} ${width} ${height}`
    const kept = this.#kept.get(key) ?? drawColour(colour, width, height)
    this.#kept.delete(key)
    this.#kept.set(key, kept)
    const [oldest] = this.#kept.keys()
    if (this.#kept.size > mostKept && oldest !== undefined) this.#kept.delete(oldest)
    return kept
  }
}

async function drawColour(background: string, width: number, height: number): Promise<Buffer> {
  const scale = Math.min(1, longestSide / Math.max(width, height))
  const [drawnWidth, drawnHeight] = [width, height].map((side) => Math.max(1, Math.round(side * scale)))
  return sharp({ create: { width: drawnWidth ?? 1, height: drawnHeight ?? 1, channels: 3, background } })
    .jpeg({ quality: 70 })
    .toBuffer()
}
