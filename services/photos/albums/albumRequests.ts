import { z } from 'zod'
import { albumNamePattern, longestAlbumName } from '../../../schema/rules/albumName.ts'
import { Problem } from '../../platform/problems.ts'
import { isUuid, limitSchema } from '../../platform/requests.ts'
import { listSchema } from '../requests.ts'
import { noSuchAlbum } from './access.ts'

const albumsPerPage = 50
const photosPerPage = 500

const nameSchema = z.object({ name: z.string().min(1).max(longestAlbumName).regex(albumNamePattern) })

const flag = z.enum(['true', 'false']).transform((value) => value === 'true')

/** A page of shared albums. */
export const albumListSchema = z.object({
  cursor: z.string().max(1_000).optional(),
  limit: limitSchema(albumsPerPage),
})

/** A page of own albums. `displaySharedData` includes those that are shared. */
export const ownAlbumListSchema = albumListSchema.extend({ displaySharedData: flag.default(true) })

/** A page of an album's photos. */
export const albumPhotosSchema = listSchema(photosPerPage, 'created')

/** Throws a 400 problem unless the body holds a valid album name. */
export function parseName(body: unknown): string {
  const parsed = nameSchema.safeParse(body)
  if (parsed.success) return parsed.data.name
  throw new Problem(
    400,
    'INVALID_ALBUM_NAME',
    'A name has 1 to 255 characters, none of < > ; among them, and does not begin with white space.',
  )
}

/** The id of an album in lower case. Throws the 404 problem of a missing album if it is not a UUID. */
export function parseAlbumId(id: string): string {
  if (!isUuid(id)) throw noSuchAlbum()
  return id.toLowerCase()
}
