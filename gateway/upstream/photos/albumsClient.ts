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
  wireMembers,
  wireSharedAlbum,
  wireSharedAlbumPage,
  wireSharedAlbumsSummary,
} from './albumWire.ts'
import { albumNeighbours, sharedAlbumNeighbours } from './offeredCalls.ts'
import type { PhotoList, PhotoPageRequest, PhotoSort } from './photoList.ts'
import { PhotoLists, type PhotoNeighbours, type PhotoPage, type PhotosKnowledge } from './photoLists.ts'
import { PhotoWalk } from './photoWalk.ts'
import { type WirePhoto, wireDone, wireFailedPhotos } from './wire.ts'

/** A page of a list of albums. */
interface AlbumPageRequest {
  /** The service's cursor; null for the first page. */
  readonly cursor: string | null
  /** 1 to 500. */
  readonly limit: number
}

/**
 * The calls for an album: those for the owner of any album, or those for the owner and participants of a shared album.
 */
export type AlbumKind = 'albums' | 'shared-albums'

const addedLast = { key: 'created', order: 'desc' } as const

/** Why an album cannot be changed. */
export type AlbumRefusal = 'notFound' | 'isShared'

const refusals = new Map<UpstreamFailure, AlbumRefusal>([
  ['NOT_FOUND', 'notFound'],
  ['CONFLICT', 'isShared'],
])
/** The refusals of calls that send only a name: a 400 then means that the name is invalid. */
const refusalsOfNames = new Map<UpstreamFailure, 'invalidName'>([['BAD_USER_INPUT', 'invalidName']])

/** The album calls, on behalf of one customer. Every method throws UpstreamError. */
export class AlbumsClient {
  readonly #upstream: Upstream
  readonly #scope: CallScope
  readonly #known: PhotosKnowledge
  readonly #lists: PhotoLists

  /** @param known the knowledge about the service, shared by all customers */
  constructor(upstream: Upstream, scope: CallScope, known: PhotosKnowledge) {
    this.#upstream = upstream
    this.#scope = scope
    this.#known = known
    this.#lists = new PhotoLists(upstream, scope, known)
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

  /** Finds an album of the customer; null if the customer has no such album. */
  findAlbum(albumId: string): Promise<WireAlbum | null> {
    return nullIfNotFound(this.#upstream.call({ path: path`/albums/${albumId}`, answer: wireAlbum }, this.#scope))
  }

  listPhotos(of: AlbumKind, albumId: string, request: PhotoPageRequest): Promise<PhotoPage> {
    return this.#lists.page(this.listOf(of, albumId), request)
  }

  /** The list of an album's photos. */
  listOf(of: AlbumKind, albumId: string): PhotoList {
    if (of === 'albums') return { path: path`/albums/${albumId}/photos` }
    return { path: path`/shared-albums/${albumId}/photos`, sharedAlbumId: albumId }
  }

  /**
   * Finds photos by their ids, in no particular order. At most 500 ids. @param albumId a shared album that holds them
   */
  async findSharedPhotos(albumId: string, imageIds: readonly string[]): Promise<readonly WirePhoto[]> {
    const found = await this.#lists.lookUp(imageIds)
    if (found) return found
    return (await nullIfNotFound(this.#walk().find(this.listOf('shared-albums', albumId), addedLast, imageIds))) ?? []
  }

  /** Finds the previous and next photo in the album; null when the photo is not in the album. */
  async findNeighbours(
    of: AlbumKind,
    albumId: string,
    imageId: string,
    sort: PhotoSort,
  ): Promise<PhotoNeighbours | null> {
    const call = of === 'albums' ? albumNeighbours : sharedAlbumNeighbours
    const address =
      of === 'albums'
        ? path`/albums/${albumId}/photos/${imageId}/neighbours`
        : path`/shared-albums/${albumId}/photos/${imageId}/neighbours`
    if (address.text === null) return null
    const found = await this.#known.offers.ask(call, () => this.#lists.neighbours(address, sort))
    if (found !== undefined) return found
    return nullIfNotFound(this.#walk().neighbours(this.listOf(of, albumId), sort, imageId))
  }

  /** Creates an album. @returns its id; null when the name is invalid */
  async createAlbum(name: string): Promise<string | null> {
    const call = { method: 'POST', path: path`/albums`, body: { name }, answer: wireCreatedAlbum } as const
    const created = await orRefusal(this.#upstream.call(call, this.#scope), refusalsOfNames)
    return typeof created === 'string' ? null : created.albumId
  }

  /** Renames an album. @returns null on success, otherwise the reason */
  renameAlbum(albumId: string, name: string): Promise<AlbumRefusal | 'invalidName' | null> {
    const call = { method: 'PATCH', path: path`/albums/${albumId}`, body: { name }, answer: wireDone } as const
    const expected = new Map<UpstreamFailure, AlbumRefusal | 'invalidName'>([...refusals, ...refusalsOfNames])
    return refusalOf(this.#upstream.call(call, this.#scope), expected)
  }

  /** Deletes an album. @returns null on success, otherwise the reason */
  deleteAlbum(albumId: string): Promise<AlbumRefusal | null> {
    const call = { method: 'DELETE', path: path`/albums/${albumId}`, answer: wireDone } as const
    return refusalOf(this.#upstream.call(call, this.#scope), refusals)
  }

  /** Adds at most 500 photos. @returns the ids that are not the customer's, or why nothing was done */
  addPhotos(albumId: string, photoIds: readonly string[]): Promise<readonly string[] | AlbumRefusal> {
    return this.#changePhotos('POST', albumId, photoIds)
  }

  /** Removes at most 500 photos. @returns the ids that were not in the album, or why nothing was done */
  removePhotos(albumId: string, photoIds: readonly string[]): Promise<readonly string[] | AlbumRefusal> {
    return this.#changePhotos('DELETE', albumId, photoIds)
  }

  /** Lists albums that others share with the customer, newest first. */
  async listSharedAlbums(page: AlbumPageRequest) {
    const call = { path: path`/shared-albums`, query: { ...page }, answer: wireSharedAlbumPage }
    const { albums, cursor } = await this.#upstream.call(call, this.#scope)
    return { next: cursor ?? null, items: albums }
  }

  /** Finds an album that the customer shares or participates in; null if the customer has no such album. */
  findSharedAlbum(albumId: string): Promise<WireSharedAlbum | null> {
    const call = { path: path`/shared-albums/${albumId}`, answer: wireSharedAlbum }
    return nullIfNotFound(this.#upstream.call(call, this.#scope))
  }

  /** Finds the owner and participants of a shared album; null if the album does not exist. */
  findMembers(
    albumId: string,
  ): Promise<{ readonly owner: WireMember; readonly participants: readonly WireMember[] } | null> {
    const call = { path: path`/shared-albums/${albumId}/participants`, answer: wireMembers }
    return nullIfNotFound(this.#upstream.call(call, this.#scope))
  }

  /** Deletes the album as its owner, or leaves it as a participant. @returns false when the album does not exist */
  async deleteSharedAlbum(albumId: string): Promise<boolean> {
    const call = { method: 'DELETE', path: path`/shared-albums/${albumId}`, answer: wireDone } as const
    return (await nullIfNotFound(this.#upstream.call(call, this.#scope).then(() => albumId))) !== null
  }

  /**
   * Decides whether participants see where the owner's photos were taken.
   * @returns false unless the customer owns the album
   */
  async setLocationSharing(albumId: string, sharesLocations: boolean): Promise<boolean> {
    const call = {
      method: 'PATCH',
      path: path`/shared-albums/${albumId}`,
      body: { sharesLocations },
      answer: wireDone,
    } as const
    return (await nullIfNotFound(this.#upstream.call(call, this.#scope).then(() => albumId))) !== null
  }

  /** Counts the albums that others share with the customer. */
  async countSharedAlbums(): Promise<number> {
    const call = { path: path`/users/shared-albums`, answer: wireSharedAlbumsSummary }
    return (await this.#upstream.call(call, this.#scope)).readAlbumsCount
  }

  #walk(): PhotoWalk {
    return new PhotoWalk(this.#lists, this.#known.seen, this.#scope)
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
