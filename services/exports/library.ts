import { type ZodType, z } from 'zod'
import { Problem } from '../platform/problems.ts'
import type { Platform } from '../platform/platform.ts'

const originalSchema = z.object({
  imageId: z.uuid(),
  fileName: z.string(),
  originalKey: z.string(),
  size: z.number().int().min(0),
  crc32: z.number().int(),
  /** Local time, without an offset. */
  dateTaken: z.string().optional(),
  dateTakenOffset: z.string().optional(),
  uploadEnd: z.iso.datetime(),
})
const cursor = z.string().nullable()
const originalsPage = z.object({ originals: z.array(originalSchema), cursor })
/** An album of the library. */
export const albumSchema = z.object({ albumId: z.uuid(), name: z.string(), created: z.iso.datetime() })
const albumsPage = z.object({ albums: z.array(albumSchema), cursor })
const albumPhotosPage = z.object({ photoIds: z.array(z.uuid()), cursor })

const deadlineMilliseconds = 20_000

/** A photo of the exported library. */
export type Original = z.infer<typeof originalSchema>

/** A library, as the photos service shows it to other services. */
export interface Library {
  /** The photos that existed at the given moment, newest month first. */
  originals(page: {
    readonly before: string
    readonly cursor: string | null
    readonly limit: number
  }): Promise<z.infer<typeof originalsPage>>
  albums(cursor: string | null, limit: number): Promise<z.infer<typeof albumsPage>>
  /** Of the photos in an album: those of the album's owner, in the album's order, page by page. */
  photosOfAlbum(albumId: string, cursor: string | null): Promise<z.infer<typeof albumPhotosPage>>
  /**
   * @throws Problem 503 if the photos service fails
   */
  isEmpty(): Promise<boolean>
}

/** Reads a library without a customer's token, because an export can take longer than a token is valid. */
export function openLibrary({ http, config, log }: Platform, ownerId: string): Library {
  const read = async <Answer>(path: string, query: Record<string, string | null>, answer: ZodType<Answer>) => {
    const given = Object.entries(query).flatMap(([name, value]) => (value === null ? [] : [[name, value]]))
    const url = `${config.urls.photos}/libraries/${ownerId}${path}?${new URLSearchParams(given)}`
    return http.call({ url, asService: true, deadlineMilliseconds, answer })
  }
  return {
    originals: ({ limit, ...place }) => read('/originals', { ...place, limit: String(limit) }, originalsPage),
    albums: (after, limit) => read('/albums', { cursor: after, limit: String(limit) }, albumsPage),
    photosOfAlbum: (albumId, after) => read(`/albums/${albumId}/photos`, { cursor: after }, albumPhotosPage),
    async isEmpty() {
      try {
        return (await read('/originals', { limit: '1' }, originalsPage)).originals.length === 0
      } catch (error) {
        log.warn({ err: error }, 'the library could not be read')
        throw new Problem(503, 'PHOTOS_UNAVAILABLE', 'The library cannot be read at the moment.')
      }
    },
  }
}
