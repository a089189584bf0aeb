import { z } from 'zod'
import type { Platform } from '../platform/platform.ts'
import { Problem } from '../platform/problems.ts'

const originalSchema = z.object({
  imageId: z.uuid(),
  ownerId: z.uuid(),
  fileName: z.string(),
  originalKey: z.string(),
  size: z.number(),
  crc32: z.number(),
  dateTaken: z.string().optional(),
  dateTakenOffset: z.string().optional(),
  uploadEnd: z.string(),
})
const answerSchema = z.object({ originals: z.array(originalSchema) })

/** The original file of a photo. */
export type Original = z.infer<typeof originalSchema>

/** A photo and its owner. */
export interface WantedPhoto {
  readonly photoId: string
  readonly ownerId: string
}

/** Asks the photos service for the files of the photos that the caller can read. */
export async function fetchOriginals(
  { http, config, log }: Platform,
  caller: { readonly token: string; readonly correlationId: string },
  photos: readonly WantedPhoto[],
): Promise<readonly Original[]> {
  const url = `${config.urls.photos}/photos/originals`
  try {
    const { originals } = await http.call({ ...caller, url, method: 'POST', body: { photos }, answer: answerSchema })
    return originals
  } catch (error) {
    log.error({ err: error, correlationId: caller.correlationId }, 'the photos service did not return the files')
    throw new Problem(503, 'PHOTOS_UNAVAILABLE', 'The photos cannot be located at the moment.')
  }
}
