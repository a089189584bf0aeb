import { UpstreamError, type UpstreamFailure } from '../../errors/upstreamError.ts'
import type { CallScope } from '../call.ts'
import { nullIfNotFound } from '../notFound.ts'
import { path } from '../path.ts'
import type { Upstream } from '../upstream.ts'
import {
  type WireAlbum,
  type WireMember,
  type WireSharedAlbum,
  wireAlbum,
  wireAlbumPage,
  wireCreatedAlbum,
  wireDone,
  wireMembers,
  wireSharedAlbum,
  wireSharedAlbumPage,
  wireSharedAlbumsSummary,
} from './albumWire.ts'
import {
  PhotoLists,
  type PhotoNeighbours,
  type PhotoPage,
  type PhotoPageRequest,
  type PhotoSort,
} from './photoLists.ts'
import { wireFailedPhotos } from './wire.ts'

/** Which part of a list of albums. */
interface AlbumPageRequest {
  /** Where it begins: a cursor of the service, null at the start. */
  readonly cursor: string | null
  /** 1 to 500. */
  readonly limit: number
}

/** Where an album is asked for: by its owner, or by all who have to do with it. */
export type AlbumKind = 'albums' | 'shared-albums'

/** Why an album was not changed. */
export type AlbumRefusal = 'notFound' | 'isShared'

const refusals = new Map<UpstreamFailure, AlbumRefusal>([
  ['NOT_FOUND', 'notFound'],
  ['CONFLICT', 'isShared'],
])
/** Of the calls that give a name nothing else can be wrong. */
const refusalsOfNames = new Map<UpstreamFailure, 'invalidName'>([['BAD_USER_INPUT', 'invalidName']])

/** The calls about albums, on behalf of one customer. Every method throws UpstreamError. */
export class AlbumsClient {
  readonly #upstream: Upstream
  readonly #scope: CallScope
  readonly #lists: PhotoLists

  constructor(upstream: Upstream, scope: CallScope) {
    this.#upstream = upstream
    this.#scope = scope
    this.#lists = new PhotoLists(upstream, scope)
  }

  /** The customer's own albums, newest first. */
  async listAlbums({ includeShared, ...page }: AlbumPageRequest & { readonly includeShared: boolean }) {
    const query = { ...page, displaySharedData: includeShared }
    const { albums, cursor } = await this.#upstream.call(
      { path: path`/albums`, query, answer: wireAlbumPage },
      this.#scope,
    )
    return { next: cursor ?? null, items: albums }
  }

  /** An album of the customer's own; null when there is none. */
  findAlbum(albumId: string): Promise<WireAlbum | null> {
    return nullIfNotFound(this.#upstream.call({ path: path`/albums/${albumId}`, answer: wireAlbum }, this.#scope))
  }

  listPhotos(of: AlbumKind, albumId: string, request: PhotoPageRequest): Promise<PhotoPage> {
    return this.#lists.page(path`/${of}/${albumId}/photos`, request)
  }

  /** The photos beside one in the album; null when it is not in there. */
  findNeighbours(of: AlbumKind, albumId: string, imageId: string, sort: PhotoSort): Promise<PhotoNeighbours | null> {
    return this.#lists.neighbours(path`/${of}/${albumId}/photos/${imageId}/neighbours`, sort)
  }

  /** @returns the id of the album, or null when it cannot be called that */
  async createAlbum(name: string): Promise<string | null> {
    const call = { method: 'POST', path: path`/albums`, body: { name }, answer: wireCreatedAlbum } as const
    const created = await orRefusal(this.#upstream.call(call, this.#scope), refusalsOfNames)
    return typeof created === 'string' ? null : created.albumId
  }

  /** @returns why it was not done; null: it was */
  renameAlbum(albumId: string, name: string): Promise<AlbumRefusal | 'invalidName' | null> {
    const call = { method: 'PATCH', path: path`/albums/${albumId}`, body: { name }, answer: wireDone } as const
    const expected = new Map<UpstreamFailure, AlbumRefusal | 'invalidName'>([...refusals, ...refusalsOfNames])
    return refusalOf(this.#upstream.call(call, this.#scope), expected)
  }

  /** @returns why it was not done; null: it was */
  deleteAlbum(albumId: string): Promise<AlbumRefusal | null> {
    const call = { method: 'DELETE', path: path`/albums/${albumId}`, answer: wireDone } as const
    return refusalOf(this.#upstream.call(call, this.#scope), refusals)
  }

  /** At most 500 photos. @returns those that are not the customer's, or why nothing was done */
  addPhotos(albumId: string, photoIds: readonly string[]): Promise<readonly string[] | AlbumRefusal> {
    return this.#changePhotos('POST', albumId, photoIds)
  }

  /** At most 500 photos. @returns those that were not in it, or why nothing was done */
  removePhotos(albumId: string, photoIds: readonly string[]): Promise<readonly string[] | AlbumRefusal> {
    return this.#changePhotos('DELETE', albumId, photoIds)
  }

  /** Albums of others that the customer takes part in, newest first. */
  async listSharedAlbums(page: AlbumPageRequest) {
    const call = { path: path`/shared-albums`, query: { ...page }, answer: wireSharedAlbumPage }
    const { albums, cursor } = await this.#upstream.call(call, this.#scope)
    return { next: cursor ?? null, items: albums }
  }

  /** An album that the customer shares or takes part in; null when there is none. */
  findSharedAlbum(albumId: string): Promise<WireSharedAlbum | null> {
    const call = { path: path`/shared-albums/${albumId}`, answer: wireSharedAlbum }
    return nullIfNotFound(this.#upstream.call(call, this.#scope))
  }

  /** Who has to do with a shared album of the customer's; null when there is none. */
  findMembers(
    albumId: string,
  ): Promise<{ readonly owner: WireMember; readonly participants: readonly WireMember[] } | null> {
    const call = { path: path`/shared-albums/${albumId}/participants`, answer: wireMembers }
    return nullIfNotFound(this.#upstream.call(call, this.#scope))
  }

  /** Deletes it for everybody as its owner, or leaves it. @returns whether there was such an album */
  async deleteSharedAlbum(albumId: string): Promise<boolean> {
    const call = { method: 'DELETE', path: path`/shared-albums/${albumId}`, answer: wireDone } as const
    return (await nullIfNotFound(this.#upstream.call(call, this.#scope).then(() => true))) ?? false
  }

  /** How many albums of others the customer takes part in. */
  async countSharedAlbums(): Promise<number> {
    const call = { path: path`/users/shared-albums`, answer: wireSharedAlbumsSummary }
    return (await this.#upstream.call(call, this.#scope)).readAlbumsCount
  }

  async #changePhotos(method: 'POST' | 'DELETE', albumId: string, photoIds: readonly string[]) {
    const call = { method, path: path`/albums/${albumId}/photos`, body: { photoIds }, answer: wireFailedPhotos }
    const answer = await orRefusal(this.#upstream.call(call, this.#scope), refusals)
    return typeof answer === 'string' ? answer : answer.failed
  }
}

async function orRefusal<Answer, Refusal>(
  call: Promise<Answer>,
  expected: ReadonlyMap<UpstreamFailure, Refusal>,
): Promise<Answer | Refusal> {
  try {
    return await call
  } catch (error) {
    const refusal = error instanceof UpstreamError ? expected.get(error.code) : undefined
    if (refusal === undefined) throw error
    return refusal
  }
}

function refusalOf<Refusal>(call: Promise<unknown>, expected: ReadonlyMap<UpstreamFailure, Refusal>) {
  const done = call.then(() => null)
  return orRefusal(done, expected)
}
