import { z } from 'zod'
import type { ServiceApp } from '../platform/contract.ts'
import { asUuids, maximumPerRequest } from '../platform/requests.ts'
import { findReadablePhotos } from './albums/readablePhotos.ts'
import { findTrashed } from './trash/trashedPhotos.ts'
import type { Kysely } from 'kysely'
import type { PhotoRow } from './pages.ts'
import type { PhotosTables } from './tables.ts'

const pictureSchema = z.object({
  photoId: z.uuid(),
  ownerId: z.uuid(),
  dateTaken: z.string().nullable().describe('Local time, without an offset. Null: unknown.'),
  renditions: z
    .array(
      z.object({
        id: z.string().describe('`300`, `800` or `1300`.'),
        key: z.string().describe('The key of the blob.'),
        width: z.number().int(),
        height: z.number().int(),
      }),
    )
    .describe('Empty: the photo cannot be shown.'),
})

const findPictures = {
  summary: 'Finds the files of photos that an account can read',
  description:
    "The account's own photos, including those in the trash, and photos of albums that are shared with the account, in no particular order. Leaves " +
    'out photos that the account cannot read, and photos that are not in the library yet because their renditions do not exist. Our addition to the specification.',
  params: z.object({ accountId: z.uuid().toLowerCase() }),
  body: z.object({ photoIds: z.array(z.string().max(1_024)).max(maximumPerRequest) }),
  response: { 200: z.object({ pictures: z.array(pictureSchema) }) },
}

/** Registers the route by which services find the files of an account's photos, without a token of the customer. */
export function registerPictureRoutes(app: ServiceApp, database: Kysely<PhotosTables>): void {
  const options = { config: { access: 'service' }, schema: findPictures } as const
  app.post('/accounts/:accountId/pictures', options, async ({ params: { accountId }, body }) => {
    const ids = asUuids(body.photoIds)
    const { own, others } = await findReadablePhotos(database, accountId, ids)
    const found = new Set([...own, ...others].map(({ id }) => id))
    const rest = ids.filter((id) => !found.has(id))
    const trashed = rest.length > 0 ? await findTrashed(database, accountId, rest) : []
    return { pictures: [...own, ...others, ...trashed].map(toPicture) }
  })
}

function toPicture(photo: PhotoRow): z.infer<typeof pictureSchema> {
  return {
    photoId: photo.id,
    ownerId: photo.owner_id,
    dateTaken: photo.taken_at?.replace(' ', 'T') ?? null,
    renditions: photo.thumbnails.map(({ id, key, width, height }) => ({ id, key, width, height })),
  }
}
