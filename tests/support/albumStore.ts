import type { PhotoLibrary, WirePhoto } from './photoLibrary.ts'
import { emailOf } from './tokens.ts'

/** An album in a test. */
export interface Album {
  readonly albumId: string
  name: string
  readonly ownerId: string
  /** The account ids of the participants. */
  participants: readonly string[]
  /** The photos, in the order in which they were added. */
  photoIds: readonly string[]
  readonly created: string
  sharesLocations?: boolean
}

/** The albums of all customers. */
export class AlbumStore {
  albums: Album[] = []
  readonly #libraryOf: (accountId: string) => PhotoLibrary

  constructor(libraryOf: (accountId: string) => PhotoLibrary) {
    this.#libraryOf = libraryOf
  }

  /** Adds the album with this number. Higher numbers are newer. */
  put(number: number, album: Pick<Album, 'ownerId'> & Partial<Album>): Album {
    const tail = number.toString(16).padStart(12, '0')
    const albumId = `018f3c1a-3333-7000-8000-${tail}`
    const created = new Date(Date.UTC(2026, 2, 1, 0, number)).toISOString()
    const put = { albumId, name: `Album ${number}`, participants: [], photoIds: [], created, ...album }
    this.albums.push(put)
    return put
  }

  /** Returns the albums that an account owns or participates in, newest first. */
  list(accountId: string, part: 'own' | 'unshared' | 'participating'): Album[] {
    const found = this.albums.filter(({ ownerId, participants }) => {
      if (part === 'participating') return participants.includes(accountId)
      return ownerId === accountId && (part === 'own' || participants.length === 0)
    })
    return found.toSorted((one, other) => (one.created < other.created ? 1 : -1))
  }

  own(accountId: string, albumId: string): Album | undefined {
    return this.albums.find((album) => album.ownerId === accountId && album.albumId === albumId)
  }

  shared(accountId: string, albumId: string): Album | undefined {
    return this.albums.find(({ albumId: id, ownerId, participants }) => {
      return id === albumId && participants.length > 0 && [ownerId, ...participants].includes(accountId)
    })
  }

  /** Returns the photos with their owners, as in shared albums. */
  photosIn({ ownerId, participants, photoIds }: Album): (WirePhoto & { ownerId: string; ownerEmail: string })[] {
    return [ownerId, ...participants].flatMap((accountId) =>
      this.#libraryOf(accountId)
        .having(photoIds)
        .map((photo) => ({ ...photo, ownerId: accountId, ownerEmail: emailOf(accountId) })),
    )
  }

  /** Returns the photos of other accounts that an account may read. */
  readable(accountId: string): WirePhoto[] {
    const shared = this.albums.filter(({ albumId }) => this.shared(accountId, albumId))
    return shared.flatMap((album) => this.photosIn(album)).filter(({ ownerId }) => ownerId !== accountId)
  }

  wire(album: Album): Record<string, unknown> {
    const photos = this.photosIn(album)
    const { albumId, name, ownerId, participants, photoIds, created } = album
    return {
      albumId,
      albumName: name,
      coverPhoto: photos.findLast(({ imageId }) => imageId === photoIds.at(-1)) ?? null,
      photosCount: photos.length,
      created,
      updated: created,
      isShared: participants.length > 0,
      userId: ownerId,
      ownerId,
      owner: { email: emailOf(ownerId) },
      participants: participants.map((id) => ({ email: emailOf(id) })),
      sharesLocations: album.sharesLocations ?? false,
    }
  }
}
