import { accountOf } from '../../platform/access.ts'
import { idOr, type ServiceApp } from '../../platform/contract.ts'
import { notFound } from '../../platform/problems.ts'
import { orderSchema } from '../requests.ts'
import { toWirePhoto } from '../wirePhoto.ts'
import { sharedNeighboursSchema, sharedPhotoPageSchema } from '../wireSchemas.ts'
import { readLinks, type AlbumForm } from './access.ts'
import { findAlbumNeighbours, readAlbumPhotos, type AlbumPhotosKey } from './albumPhotos.ts'
import { albumParams, albumPhotosSchema } from './albumRequests.ts'
import { forMember, linkFor, withOwner } from './wireAlbum.ts'
import type { FastifyRequest } from 'fastify'
import type { Kysely } from 'kysely'
import type { AlbumLink } from '../../platform/blobs/blobs.ts'
import type { Platform } from '../../platform/platform.ts'
import type { SortKey, SortOrder } from '../cursor.ts'
import type { PhotosTables } from '../tables.ts'
import type { OwnedPhotoRow } from './albumRows.ts'

const noSuchPhoto = () => notFound('There is no such photo.')

const list = {
  summary: 'Lists the photos of an album',
  description: 'By default the photos added last come first (decision 0122).',
  params: albumParams,
  querystring: albumPhotosSchema,
  response: { 200: sharedPhotoPageSchema },
  problems: { 400: ['INVALID_CURSOR'], 404: ['NOT_FOUND'] },
}

const readNeighbours = {
  summary: 'Reads the photos before and after a photo of an album',
  description: 'In the order of the album. Our addition to the specification.',
  params: albumParams.extend({ photoId: idOr(noSuchPhoto) }),
  querystring: orderSchema('created'),
  response: { 200: sharedNeighboursSchema },
  problems: { 404: ['NOT_FOUND'] },
}

/** Registers the routes for the photos of an album, in both its forms. In a shared album each photo names its owner. */
export function registerAlbumPhotoRoutes(app: ServiceApp, { blobs }: Platform, database: Kysely<PhotosTables>): void {
  const register = (path: string, form: AlbumForm) => {
    const listOf = async (
      request: FastifyRequest,
      albumId: string,
      { sortKey: sort, sortOrder: dir }: { sortKey: SortKey; sortOrder: SortOrder },
    ): Promise<AlbumPhotosKey & { readonly link: AlbumLink }> => {
      const { id: accountId } = accountOf(request)
      // One query checks the access and reads the generation of links: an account that loses its access must not get a
      // link of the next generation.
      const link = await readLinks(database, albumId, accountId, form)
      return { albumId, accountId, form, sort, dir, link }
    }
    const toWire = (
      photo: OwnedPhotoRow,
      { accountId, link }: { readonly accountId: string; readonly link: AlbumLink },
    ) => {
      const wire = toWirePhoto(blobs, forMember(photo, accountId), linkFor(accountId, photo, link))
      return withOwner(wire, photo, form === 'album' ? accountId : undefined)
    }

    app.get(`${path}/:id/photos`, { schema: list }, async (request) => {
      const { query } = request
      const key = await listOf(request, request.params.id, query)
      const { photos, cursor } = await readAlbumPhotos(database, key, query.limit, query.cursor)
      return { cursor, images: photos.map((photo) => toWire(photo, key)) }
    })

    app.get(`${path}/:id/photos/:photoId/neighbours`, { schema: readNeighbours }, async (request) => {
      const key = await listOf(request, request.params.id, request.query)
      const found = await findAlbumNeighbours(database, key, request.params.photoId)
      if (!found) throw noSuchPhoto()
      const { previous, next } = found
      return { previous: previous && toWire(previous, key), next: next && toWire(next, key) }
    })
  }
  register('/albums', 'album')
  register('/shared-albums', 'shared-album')
}
