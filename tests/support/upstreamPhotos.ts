import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { AlbumStore } from './albumStore.ts'
import { type PhotoLibrary, type WirePhoto, buildDetails } from './photoLibrary.ts'
import { accountOf } from './tokens.ts'
import { registerTrash } from './upstreamTrash.ts'

type Listing = { Querystring: Record<string, string | undefined> }

const refuse = (reply: FastifyReply) => reply.code(401).send({ status: 401, code: 'UNAUTHENTICATED' })

const accountIn = ({ headers }: FastifyRequest) => accountOf((headers.authorization ?? '').slice('Bearer '.length))

const listing = (query: Record<string, string | undefined>, limit: number) => ({
  cursor: query['cursor'],
  limit: Number(query['limit'] ?? limit),
  sortKey: query['sortKey'] ?? 'dateTaken',
  sortOrder: query['sortOrder'] ?? 'desc',
})

/** Registers the routes of the photos service. */
export function registerPhotos(
  app: FastifyInstance,
  ofAccount: (accountId: string) => PhotoLibrary,
  albums: AlbumStore,
): void {
  const libraryOf = (request: FastifyRequest) => (request.headers.authorization ? ofAccount(accountIn(request)) : null)

  app.get<Listing>('/photos/photos', async (request, reply) => {
    const library = libraryOf(request)
    if (!library) return refuse(reply)
    const page = library.page(listing(request.query, 500))
    return page ?? reply.code(400).send({ status: 400, code: 'INVALID_CURSOR' })
  })
  app.get<Listing & { Params: { year: string; month: string } }>(
    '/photos/photos/timeline/:year/:month',
    async (request, reply) => {
      const library = libraryOf(request)
      if (!library) return refuse(reply)
      const month = { year: Number(request.params.year), month: Number(request.params.month) }
      const page = library.page(listing(request.query, 24), month)
      return page ?? reply.code(400).send({ status: 400, code: 'INVALID_CURSOR' })
    },
  )
  app.get<Listing & { Params: { id: string } }>('/photos/photos/:id/neighbours', async (request, reply) => {
    const library = libraryOf(request)
    if (!library) return refuse(reply)
    const found = library.neighbours(request.params.id, listing(request.query, 500))
    return found ?? reply.code(404).send({ status: 404, code: 'NOT_FOUND' })
  })
  app.get('/photos/users', async (request, reply) => {
    const library = libraryOf(request)
    if (!library) return refuse(reply)
    return { albumsCount: albums.list(accountIn(request), 'own').length, photosCount: library.photosCount }
  })
  app.get('/photos/users/timeline', async (request, reply) => libraryOf(request)?.counts() ?? refuse(reply))
  app.post<{ Body: { photoIds: string[] } }>('/photos/photos/lookup', async (request, reply) => {
    const library = libraryOf(request)
    if (!library) return refuse(reply)
    const { photoIds } = request.body
    const readable = albums.readable(accountIn(request)).filter(({ imageId }) => photoIds.includes(imageId))
    const detailsOf = (photo: WirePhoto) => library.details.get(photo.imageId) ?? buildDetails(photo)
    return {
      images: [...library.having(photoIds), ...readable].map((photo) => ({ ...photo, details: detailsOf(photo) })),
    }
  })
  app.delete<{ Body: { photoIds: string[] } }>('/photos/photos', async (request, reply) => {
    const library = libraryOf(request)
    if (!library) return refuse(reply)
    return { failed: library.remove(request.body.photoIds) }
  })
  app.delete<{ Params: { id: string } }>('/photos/photos/:id', async (request, reply) => {
    const library = libraryOf(request)
    if (!library) return refuse(reply)
    const [failed] = library.remove([request.params.id])
    return failed === undefined ? reply.code(204).send() : reply.code(404).send({ status: 404, code: 'NOT_FOUND' })
  })
  app.delete('/photos/photos/all', async (request, reply) => {
    const library = libraryOf(request)
    if (!library) return refuse(reply)
    library.removeFirst(1_000)
    return library.photosCount > 0 ? reply.code(202).send({ isFinished: false }) : reply.code(204).send()
  })
  registerTempSelections(app, libraryOf)
  registerTrash(app, libraryOf, refuse)
}

function registerTempSelections(
  app: FastifyInstance,
  libraryOf: (request: FastifyRequest) => PhotoLibrary | null,
): void {
  app.post<{ Body: { photoIds: string[] } }>('/photos/temp-selections', async (request, reply) => {
    const library = libraryOf(request)
    if (!library) return refuse(reply)
    const { id, withoutPicture } = library.select(request.body.photoIds)
    if (id !== null) return reply.code(201).send({ tempSelectionId: id, withoutPicture })
    if (withoutPicture.length > 0) return reply.code(422).send({ status: 422, code: 'PHOTOS_WITHOUT_PICTURE' })
    return reply.code(404).send({ status: 404, code: 'PHOTOS_NOT_FOUND' })
  })
  app.get<{ Params: { id: string } }>('/photos/temp-selections/:id', async (request, reply) => {
    const library = libraryOf(request)
    if (!library) return refuse(reply)
    const photoIds = library.selected(request.params.id)
    return photoIds ? { photoIds } : reply.code(404).send({ status: 404, code: 'NOT_FOUND' })
  })
}
