import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { Album, AlbumStore } from './albumStore.ts'
import type { PhotoLibrary } from './photoLibrary.ts'
import { accountOf, emailOf } from './tokens.ts'

type Query = Record<string, string | undefined>
interface Request {
  Params: { id: string; photoId: string }
  Querystring: Query
  Body: { name: string; photoIds: string[]; sharesLocations: boolean }
}

function accountIn({ headers }: FastifyRequest): string {
  return accountOf((headers.authorization ?? '').slice('Bearer '.length))
}

/** Registers the album routes of the photos service. */
export function registerAlbums(
  app: FastifyInstance,
  store: AlbumStore,
  libraryOf: (accountId: string) => PhotoLibrary,
): void {
  app.get<Request>('/photos/albums', async (request, reply) => {
    const part = request.query['displaySharedData'] === 'false' ? 'unshared' : 'own'
    return pageOf(store, store.list(accountIn(request), part), request.query, reply)
  })
  app.get<Request>('/photos/shared-albums', async (request, reply) =>
    pageOf(store, store.list(accountIn(request), 'participating'), request.query, reply),
  )
  app.get<Request>('/photos/users/shared-albums', async (request) => ({
    readAlbumsCount: store.list(accountIn(request), 'participating').length,
    grantedAlbumsCount: store.list(accountIn(request), 'own').filter(({ participants }) => participants.length > 0)
      .length,
    created: '2026-03-01T00:00:00Z',
  }))
  app.get<Request>('/photos/shared-albums/:id/participants', async (request, reply) => {
    const album = store.shared(accountIn(request), request.params.id)
    if (!album) return missing(reply)
    return { owner: memberOf(album.ownerId), participants: album.participants.map(memberOf) }
  })
  for (const form of ['own', 'shared'] as const) {
    const base = form === 'own' ? '/photos/albums/:id' : '/photos/shared-albums/:id'
    const found = (request: FastifyRequest<Request>) => store[form](accountIn(request), request.params.id)
    const photosOf = (album: Album, query: Query) => {
      const [sortKey = 'created', sortOrder = 'desc'] = [query['sortKey'], query['sortOrder']]
      const list = { cursor: query['cursor'], limit: Number(query['limit'] ?? 500), sortKey, sortOrder }
      return libraryOf(album.ownerId).list(store.photosIn(album), list)
    }
    app.get<Request>(base, async (request, reply) => {
      const album = found(request)
      if (!album) return missing(reply)
      // As specified: the members of a shared album come from a separate route.
      return { ...store.wire(album), owner: undefined, participants: undefined }
    })
    app.get<Request>(`${base}/photos`, async (request, reply) => {
      const album = found(request)
      return album ? (photosOf(album, request.query) ?? badCursor(reply)) : missing(reply)
    })
    app.get<Request>(`${base}/photos/:photoId/neighbours`, async (request, reply) => {
      const album = found(request)
      const images = (album && photosOf(album, { ...request.query, limit: '500' })?.images) ?? []
      const index = images.findIndex(({ imageId }) => imageId === request.params.photoId)
      return index < 0 ? missing(reply) : { previous: images[index - 1] ?? null, next: images[index + 1] ?? null }
    })
  }
  registerAlbumChanges(app, store, libraryOf)
}

function registerAlbumChanges(
  app: FastifyInstance,
  store: AlbumStore,
  libraryOf: (accountId: string) => PhotoLibrary,
): void {
  app.post<Request>('/photos/albums', async (request, reply) => {
    const album = store.put(1_000 + store.albums.length, { ownerId: accountIn(request), name: request.body.name })
    return reply.code(201).send({ albumId: album.albumId })
  })
  /** Applies a change to an album that the caller owns and does not share. */
  const change = (
    request: FastifyRequest<Request>,
    reply: FastifyReply,
    work: (album: Album) => FastifyReply | { failed: string[] },
  ) => {
    const album = store.own(accountIn(request), request.params.id)
    if (!album) return missing(reply)
    return album.participants.length > 0 ? reply.code(409).send({ status: 409, code: 'ALBUM_IS_SHARED' }) : work(album)
  }
  app.patch<Request>('/photos/albums/:id', async (request, reply) =>
    change(request, reply, (album) => {
      album.name = request.body.name
      return reply.code(204).send()
    }),
  )
  app.delete<Request>('/photos/albums/:id', async (request, reply) =>
    change(request, reply, (album) => {
      store.albums = store.albums.filter((other) => other !== album)
      return reply.code(204).send()
    }),
  )
  app.post<Request>('/photos/albums/:id/photos', async (request, reply) =>
    change(request, reply, (album) => {
      const { photoIds } = request.body
      const own = new Set(
        libraryOf(album.ownerId)
          .having(photoIds)
          .map(({ imageId }) => imageId),
      )
      const added = photoIds.filter((id) => own.has(id) && !album.photoIds.includes(id))
      album.photoIds = [...album.photoIds, ...added]
      return { failed: photoIds.filter((id) => !own.has(id)) }
    }),
  )
  app.delete<Request>('/photos/albums/:id/photos', async (request, reply) =>
    change(request, reply, (album) => {
      const failed = request.body.photoIds.filter((id) => !album.photoIds.includes(id))
      album.photoIds = album.photoIds.filter((id) => !request.body.photoIds.includes(id))
      return { failed }
    }),
  )
  app.patch<Request>('/photos/shared-albums/:id', async (request, reply) => {
    const album = store.shared(accountIn(request), request.params.id)
    if (album?.ownerId !== accountIn(request)) return missing(reply)
    album.sharesLocations = request.body.sharesLocations
    return reply.code(204).send()
  })
  app.delete<Request>('/photos/shared-albums/:id', async (request, reply) => {
    const album = store.shared(accountIn(request), request.params.id)
    if (!album) return missing(reply)
    if (album.ownerId === accountIn(request)) store.albums = store.albums.filter((other) => other !== album)
    else album.participants = album.participants.filter((id) => id !== accountIn(request))
    return reply.code(204).send()
  })
}

/** Returns a page of albums. The cursor is the creation time of the last album. */
function pageOf(store: AlbumStore, albums: readonly Album[], { cursor, limit = '50' }: Query, reply: FastifyReply) {
  if (cursor !== undefined && Number.isNaN(Date.parse(cursor))) return badCursor(reply)
  const rest = cursor === undefined ? albums : albums.filter(({ created }) => created < cursor)
  const page = rest.slice(0, Number(limit))
  const next = rest.length > page.length ? page.at(-1)?.created : undefined
  return { albums: page.map((album) => store.wire(album)), cursor: next ?? null }
}

function missing(reply: FastifyReply): FastifyReply {
  return reply.code(404).send({ status: 404, code: 'NOT_FOUND' })
}

function badCursor(reply: FastifyReply): FastifyReply {
  return reply.code(400).send({ status: 400, code: 'INVALID_CURSOR' })
}

function memberOf(id: string) {
  return { id, email: emailOf(id) }
}
