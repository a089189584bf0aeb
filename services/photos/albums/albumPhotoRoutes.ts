import { z } from 'zod'
import { notFound } from '../../platform/problems.ts'
import { isUuid, parse } from '../../platform/requests.ts'
import { type AlbumForm, checkReadable } from './access.ts'
import { type AlbumPhotosKey, findAlbumNeighbours, readAlbumPhotos } from './albumPhotos.ts'
import { albumPhotosSchema, parseAlbumId } from './albumRequests.ts'
import { toWirePhoto } from '../wirePhoto.ts'
import { withOwner } from './wireAlbum.ts'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import type { Kysely } from 'kysely'
import type { Platform } from '../../platform/platform.ts'
import type { SortKey, SortOrder } from '../cursor.ts'
import type { PhotosTables } from '../tables.ts'
import type { OwnedPhotoRow } from './albumRows.ts'
import type { AlbumParams } from './albumRoutes.ts'

const orderSchema = albumPhotosSchema.pick({ sortKey: true, sortOrder: true })
const photoIdSchema = z.object({ photoId: z.string() })

/** The photos of an album in both its forms; in that of a shared one each says whose it is. */
export function registerAlbumPhotoRoutes(
  app: FastifyInstance,
  { blobs, tokens }: Platform,
  database: Kysely<PhotosTables>,
): void {
  const register = (path: string, form: AlbumForm) => {
    const listOf = async (
      request: FastifyRequest<AlbumParams>,
      { sortKey: sort, sortOrder: dir }: { sortKey: SortKey; sortOrder: SortOrder },
    ): Promise<AlbumPhotosKey> => {
      const { id: accountId } = await tokens.authenticate(request)
      const albumId = parseAlbumId(request.params.id)
      await checkReadable(database, albumId, accountId, form)
      return { albumId, accountId, form, sort, dir }
    }
    const toWire = (photo: OwnedPhotoRow, accountId: string) =>
      withOwner(toWirePhoto(blobs, photo), photo, form === 'album' ? accountId : undefined)

    app.get<AlbumParams>(`${path}/:id/photos`, async (request) => {
      const query = parse(albumPhotosSchema, request.query)
      const list = await listOf(request, query)
      const { photos, cursor } = await readAlbumPhotos(database, list, query.limit, query.cursor)
      return { cursor, images: photos.map((photo) => toWire(photo, list.accountId)) }
    })

    app.get<AlbumParams>(`${path}/:id/photos/:photoId/neighbours`, async (request) => {
      const list = await listOf(request, parse(orderSchema, request.query))
      const { photoId } = parse(photoIdSchema, request.params)
      const found = isUuid(photoId) ? await findAlbumNeighbours(database, list, photoId) : null
      if (!found) throw notFound('There is no such photo.')
      const { previous, next } = found
      return { previous: previous && toWire(previous, list.accountId), next: next && toWire(next, list.accountId) }
    })
  }
  register('/albums', 'album')
  register('/shared-albums', 'shared-album')
}
