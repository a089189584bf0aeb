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

/** A page of a list of albums. */
interface AlbumPageRequest {
  /** The service's cursor; null for the first page. */
  readonly cursor: string | null
  /** 1 to 500. */
  readonly limit: number
}

/** Whether an album is requested as its owner, or as an owner or participant of a shared album. */
export type AlbumKind = 'albums' | 'shared-albums'

/** Why an album cannot be changed. */
export type AlbumRefusal = 'notFound' | 'isShared'

const refusals = new Map<UpstreamFailure, AlbumRefusal>([
  ['NOT_FOUND', 'notFound'],
  ['CONFLICT', 'isShared'],
])
/** In calls that send only a name, a 400 means that the name is invalid. */
const refusalsOfNames = new Map<UpstreamFailure, 'invalidName'>([['BAD_USER_INPUT', 'invalidName']])

/** The album calls, on behalf of one customer. Every method throws UpstreamError. */
export class AlbumsClient {
  readonly #upstream: Upstream
  readonly #scope: CallScope
  readonly #lists: PhotoLists

  constructor(upstream: Upstream, scope: CallScope) {
    this.#upstream = upstream
    this.#scope = scope
    this.#lists = new PhotoLists(upstream, scope)
  }

  /** Lists the customer's own albums, newest first. */
  async listAlbums({ includeShared, ...page }: AlbumPageRequest & { readonly includeShared: boolean }) {
    const query = { ...page, displaySharedData: includeShared }
    const { albums, cursor } = await this.#upstream.call(
      { path: path`/albums`, query, answer: wireAlbumPage },
      this.#scope,
    )
    return { next: cursor ?? null, items: albums }
  }

  /** Finds an album of the customer; null when there is none. */
  findAlbum(albumId: string): Promise<WireAlbum | null> {
    return nullIfNotFound(this.#upstream.call({ path: path`/albums/${albumId}`, answer: wireAlbum }, this.#scope))
  }

  listPhotos(of: AlbumKind, albumId: string, request: PhotoPageRequest): Promise<PhotoPage> {
    return this.#lists.page(path`/${of}/${albumId}/photos`, request)
  }

  /** Finds the previous and next photo in the album; null when the photo is not in it. */
  findNeighbours(of: AlbumKind, albumId: string, imageId: string, sort: PhotoSort): Promise<PhotoNeighbours | null> {
    return this.#lists.neighbours(path`/${of}/${albumId}/photos/${imageId}/neighbours`, sort)
  }

  /** @returns the album's id; null when the name is invalid */
  async createAlbum(name: string): Promise<string | null> {
    const call = { method: 'POST', path: path`/albums`, body: { name }, answer: wireCreatedAlbum } as const
    const created = await orRefusal(this.#upstream.call(call, this.#scope), refusalsOfNames)
    return typeof created === 'string' ? null : created.albumId
  }

  /** @returns null on success, otherwise the reason */
  renameAlbum(albumId: string, name: string): Promise<AlbumRefusal | 'invalidName' | null> {
    const call = { method: 'PATCH', path: path`/albums/${albumId}`, body: { name }, answer: wireDone } as const
    const expected = new Map<UpstreamFailure, AlbumRefusal | 'invalidName'>([...refusals, ...refusalsOfNames])
    return refusalOf(this.#upstream.call(call, this.#scope), expected)
  }

  /** @returns null on success, otherwise the reason */
  deleteAlbum(albumId: string): Promise<AlbumRefusal | null> {
    const call = { method: 'DELETE', path: path`/albums/${albumId}`, answer: wireDone } as const
    return refusalOf(this.#upstream.call(call, this.#scope), refusals)
  }

  /** Adds at most 500 photos. @returns the ids that are not the customer's, or why nothing was done */
  addPhotos(albumId: string, photoIds: readonly string[]): Promise<readonly string[] | AlbumRefusal> {
    return this.#changePhotos('POST', albumId, photoIds)
  }

  /** Removes at most 500 photos. @returns the ids that were not in it, or why nothing was done */
  removePhotos(albumId: string, photoIds: readonly string[]): Promise<readonly string[] | AlbumRefusal> {
    return this.#changePhotos('DELETE', albumId, photoIds)
  }

  /** Lists albums that others share with the customer, newest first. */
  async listSharedAlbums(page: AlbumPageRequest) {
    const call = { path: path`/shared-albums`, query: { ...page }, answer: wireSharedAlbumPage }
    const { albums, cursor } = await this.#upstream.call(call, this.#scope)
    return { next: cursor ?? null, items: albums }
  }

  /** Finds an album that the customer shares or participates in; null when there is none. */
  findSharedAlbum(albumId: string): Promise<WireSharedAlbum | null> {
    const call = { path: path`/shared-albums/${albumId}`, answer: wireSharedAlbum }
    return nullIfNotFound(this.#upstream.call(call, this.#scope))
  }

  /** Finds the owner and participants of a shared album; null when there is none. */
  findMembers(
    albumId: string,
  ): Promise<{ readonly owner: WireMember; readonly participants: readonly WireMember[] } | null> {
    const call = { path: path`/shared-albums/${albumId}/participants`, answer: wireMembers }
    return nullIfNotFound(this.#upstream.call(call, this.#scope))
  }

  /** Deletes the album as its owner, or leaves it as a participant. @returns false when there is none */
  async deleteSharedAlbum(albumId: string): Promise<boolean> {
    const call = { method: 'DELETE', path: path`/shared-albums/${albumId}`, answer: wireDone } as const
    return (await nullIfNotFound(this.#upstream.call(call, this.#scope).then(() => true))) ?? false
  }

  /** Counts the albums that others share with the customer. */
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
