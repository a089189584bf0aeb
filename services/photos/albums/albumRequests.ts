import { z } from 'zod'
import { albumNamePattern, cleanAlbumName, longestAlbumName } from '../../../schema/rules/albumName.ts'
import { idOr, orProblem } from '../../platform/contract.ts'
import { Problem } from '../../platform/problems.ts'
import { limitSchema } from '../../platform/requests.ts'
import { listSchema } from '../requests.ts'
import { noSuchAlbum } from './access.ts'

const albumsPerPage = 50
const photosPerPage = 500

/** The name of a new or renamed album. */
export const nameSchema = orProblem(
  z.object({
    name: z
      .string()
      .min(1)
      .max(longestAlbumName)
      .regex(albumNamePattern)
      .transform(cleanAlbumName)
      .pipe(z.string().regex(albumNamePattern)),
  }),
  () =>
    new Problem(
      400,
      'INVALID_ALBUM_NAME',
      'A name has 1 to 255 characters without < > ; and does not begin with white space.',
    ),
)

const flag = z.enum(['true', 'false']).transform((value) => value === 'true')

/** A page of the albums of other accounts in which the caller takes part. */
export const albumListSchema = z.object({
  cursor: z.string().max(1_000).optional(),
  limit: limitSchema(albumsPerPage),
})

/** A page of the caller's albums. */
export const ownAlbumListSchema = albumListSchema.extend({
  displaySharedData: flag.default(true).describe('`false` leaves out the albums in which others take part.'),
})

/** A page of an album's photos. */
export const albumPhotosSchema = listSchema(photosPerPage, 'created')

/** The id of an album in a path. */
export const albumParams = z.object({ id: idOr(noSuchAlbum) })
