import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { PhotoLibrary } from './photoLibrary.ts'

/** Registers the routes of the trash. */
export function registerTrash(
  app: FastifyInstance,
  libraryOf: (request: FastifyRequest) => PhotoLibrary | null,
  refuse: (reply: FastifyReply) => unknown,
): void {
  type Chosen = { Body: { photoIds: string[] } }

  app.get<{ Querystring: { cursor?: string; limit?: string } }>('/photos/photos/trash', async (request, reply) => {
    const library = libraryOf(request)
    if (!library) return refuse(reply)
    const { cursor, limit = '100' } = request.query
    if (cursor !== undefined && !/^[0-9a-f-]{36}$/.test(cursor)) {
      return reply.code(400).send({ status: 400, code: 'INVALID_CURSOR' })
    }
    // Photos with higher ids were deleted later.
    const rest = library.trash.filter(({ imageId }) => cursor === undefined || imageId < cursor)
    const images = rest.slice(0, Number(limit))
    return { cursor: rest.length > images.length ? images.at(-1)?.imageId : null, images }
  })
  app.get('/photos/photos/trash/count', async (request, reply) => {
    const library = libraryOf(request)
    return library ? { photosCount: library.trash.length } : refuse(reply)
  })
  app.post<Chosen>('/photos/photos/trash/lookup', async (request, reply) => {
    const library = libraryOf(request)
    if (!library) return refuse(reply)
    return { images: library.trash.filter(({ imageId }) => request.body.photoIds.includes(imageId)) }
  })
  app.post<Chosen>('/photos/photos/trash/restore', async (request, reply) => {
    const library = libraryOf(request)
    if (!library) return refuse(reply)
    const { taken, failed } = library.takeFromTrash(request.body.photoIds)
    library.photos = [...library.photos, ...taken.map(({ deleted: _, expires: __, ...photo }) => photo)]
    return { failed }
  })
  app.delete<Chosen>('/photos/photos/trash', async (request, reply) => {
    const library = libraryOf(request)
    return library ? { failed: library.takeFromTrash(request.body.photoIds).failed } : refuse(reply)
  })
  app.delete('/photos/photos/trash/all', async (request, reply) => {
    const library = libraryOf(request)
    if (!library) return refuse(reply)
    library.trash = []
    return reply.code(204).send()
  })
}
