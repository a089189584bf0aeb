import { availableParallelism } from 'node:os'
import sharp from 'sharp'
import type { Sharp } from 'sharp'
import { Refusal } from './formats/refusal.ts'

// The work is spread over photos, not within one: threads within one cost more than they bring.
sharp.concurrency(1)
sharp.cache(false)
// An SVG or a PDF that calls itself a photo must not reach the loaders of such formats.
sharp.block({ operation: ['VipsForeignLoad'] })
sharp.unblock({ operation: ['VipsForeignLoadJpeg', 'VipsForeignLoadPng', 'VipsForeignLoadHeif'] })

export const parallelism = availableParallelism()

const decodeSeconds = 60

export interface PictureFacts {
  /** Displayed, orientation applied. */
  readonly width: number
  readonly height: number
  readonly exif: Buffer | undefined
  readonly profile: Buffer | undefined
}

/** Reads the header of a picture; throws a `Refusal` when it cannot be read. */
export async function readFacts(file: string, maxPixels: number): Promise<PictureFacts> {
  try {
    const metadata = await sharp(file, { limitInputPixels: maxPixels }).metadata()
    return {
      width: metadata.autoOrient.width,
      height: metadata.autoOrient.height,
      exif: metadata.exif,
      profile: metadata.icc,
    }
  } catch (error) {
    throw new Refusal('DAMAGED_FILE', `The picture cannot be read: ${messageOf(error)}`)
  }
}

/** A decoder for JPEG and PNG: the right way up, in sRGB, without transparency. */
export function decoder(file: string, maxPixels: number): Sharp {
  return sharp(file, { limitInputPixels: maxPixels }).timeout({ seconds: decodeSeconds }).autoOrient()
}

export function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error)
}
