import { z } from 'zod'
import { Problem } from '../../platform/problems.ts'
import { isUuid, limitSchema } from '../../platform/requests.ts'
import { listSchema } from '../requests.ts'
import { noSuchAlbum } from './access.ts'

const albumsPerPage = 50
const photosPerPage = 500
const longestName = 255

/** Not empty, no white space at the start, none of `< > ;`, nor the one character that the database cannot keep. */
const nameSchema = z.object({
  name: z
    .string()
    .min(1)
    .max(longestName)
    .regex(/^[^\s<>;\0][^<>;\0]*$/),
})

const flag = z.enum(['true', 'false']).transform((value) => value === 'true')

/** A page of shared albums. */
export const albumListSchema = z.object({
  cursor: z.string().max(1_000).optional(),
  limit: limitSchema(albumsPerPage),
})

/** A page of own albums; `displaySharedData` says whether those that are shared are among them. */
export const ownAlbumListSchema = albumListSchema.extend({ displaySharedData: flag.default(true) })

/** A page of an album's photos. */
export const albumPhotosSchema = listSchema(photosPerPage, 'created')

/** Throws a 400 problem unless an album can be called that. */
export function parseName(body: unknown): string {
  const parsed = nameSchema.safeParse(body)
  if (parsed.success) return parsed.data.name
  throw new Problem(
    400,
    'INVALID_ALBUM_NAME',
    'A name has 1 to 255 characters, none of < > ; among them, and does not begin with white space.',
  )
}

/** The id of an album as the database has it; throws the problem of an album that is not there for what is no id. */
export function parseAlbumId(id: string): string {
  if (!isUuid(id)) throw noSuchAlbum()
  return id.toLowerCase()
}
