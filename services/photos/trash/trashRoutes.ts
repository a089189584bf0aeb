import { z } from 'zod'
import { accountOf } from '../../platform/access.ts'
import { nextCursor, nothing, type ServiceApp } from '../../platform/contract.ts'
import { asUuids, limitSchema } from '../../platform/requests.ts'
import { photoIdsSchema } from '../requests.ts'
import { continueWork } from '../workInBatches.ts'
import { toWirePhoto } from '../wirePhoto.ts'
import { failedSchema, photoSchema } from '../wireSchemas.ts'
import { deleteForGood, emptying, planEmptying } from './purge.ts'
import { restorePhotos } from './restore.ts'
import { countTrash, findTrashed, readTrash, type TrashedRow } from './trashedPhotos.ts'
import type { Kysely } from 'kysely'
import type { Platform } from '../../platform/platform.ts'
import type { PhotosTables } from '../tables.ts'

const photosPerPage = 100
/** How long (ms) a request waits for the last photo to be deleted: well below the timeout of callers. */
const timeoutMilliseconds = 2_000

const trashedPhotoSchema = photoSchema
  .extend({ deleted: z.iso.datetime(), expires: z.iso.datetime().describe('When the photo is deleted for good.') })
  .meta({ id: 'TrashedPhoto' })

const list = {
  summary: 'Lists the photos in the trash',
  description: 'Sorted by date of deletion, newest first. Our addition to the specification.',
  querystring: z.object({ cursor: z.string().max(1_000).optional(), limit: limitSchema(photosPerPage) }),
  response: { 200: z.object({ cursor: nextCursor, images: z.array(trashedPhotoSchema) }) },
  problems: { 400: ['INVALID_CURSOR'] },
}

const count = {
  summary: 'Counts the photos in the trash',
  description: 'Our addition to the specification.',
  response: { 200: z.object({ photosCount: z.number().int() }) },
}

const lookUp = {
  summary: 'Looks up photos in the trash by their ids',
  description: 'Leaves out photos that are not in the trash of the caller. Our addition to the specification.',
  body: photoIdsSchema,
  response: { 200: z.object({ images: z.array(trashedPhotoSchema) }) },
}

const restore = {
  summary: 'Restores photos from the trash',
  description:
    'The photos return to the library, with the same ids and dates, and to the albums that still exist. Returns the ids that ' +
    'are not in the trash of the caller. Our addition to the specification.',
  body: photoIdsSchema,
  response: { 200: failedSchema },
}

const deleteChosen = {
  summary: 'Deletes photos in the trash for good',
  description: 'Returns the ids that are not in the trash of the caller. Our addition to the specification.',
  body: photoIdsSchema,
  response: { 200: failedSchema },
}

const empty = {
  summary: 'Empties the trash',
  description:
    'The answer is 204 when the trash is empty. It is 202 when that takes longer: the emptying then continues by itself. In ' +
    'both cases, none of these photos can be restored any more. Our addition to the specification.',
  response: { 202: z.object({ isFinished: z.literal(false) }), 204: nothing },
}

/**
 * Registers the routes for the trash of an account (decision 0142).
 * @param timeout how long (ms) a request to empty the trash waits for the end before it is answered
 */
export function registerTrashRoutes(
  app: ServiceApp,
  platform: Platform,
  database: Kysely<PhotosTables>,
  timeout: number = timeoutMilliseconds,
): void {
  app.get('/photos/trash', { schema: list }, async (request) => {
    const { limit, cursor } = request.query
    const page = await readTrash(database, accountOf(request).id, limit, cursor)
    return { cursor: page.cursor, images: page.photos.map((photo) => toWireTrashed(platform, photo)) }
  })

  app.post('/photos/trash/lookup', { schema: lookUp }, async (request) => {
    const found = await findTrashed(database, accountOf(request).id, asUuids(request.body.photoIds))
    return { images: found.map((photo) => toWireTrashed(platform, photo)) }
  })

  app.get('/photos/trash/count', { schema: count }, async (request) => ({
    photosCount: await countTrash(database, accountOf(request).id),
  }))

  app.post('/photos/trash/restore', { schema: restore }, async (request) => {
    const { photoIds } = request.body
    const restored = await restorePhotos(database, platform, accountOf(request).id, asUuids(photoIds))
    return { failed: photoIds.filter((id) => !restored.has(id.toLowerCase())) }
  })

  app.delete('/photos/trash', { schema: deleteChosen }, async (request) => {
    const { photoIds } = request.body
    const deleted = await deleteForGood(database, platform, accountOf(request).id, asUuids(photoIds))
    return { failed: photoIds.filter((id) => !deleted.has(id.toLowerCase())) }
  })

  app.delete('/photos/trash/all', { schema: empty }, async (request, reply) => {
    const { id } = accountOf(request)
    await database.transaction().execute((change) => planEmptying(platform, change, id))
    const isDone = await continueWork(platform, database, emptying, id, { milliseconds: timeout })
    return isDone ? reply.status(204).send() : reply.status(202).send({ isFinished: false })
  })
}

function toWireTrashed({ blobs }: Pick<Platform, 'blobs'>, photo: TrashedRow): z.input<typeof trashedPhotoSchema> {
  return {
    ...toWirePhoto(blobs, photo),
    deleted: photo.deleted_at.toISOString(),
    expires: photo.expires_at.toISOString(),
  }
}
