import { type UpstreamPath, path } from '../path.ts'

/** The sort order of photos, as the service spells it. */
export interface PhotoSort {
  readonly key: 'created' | 'dateTaken'
  readonly order: 'asc' | 'desc'
}

/** A year and month; both are 0 for photos without a date. */
export interface PhotoMonth {
  readonly year: number
  readonly month: number
}

/** A list of photos. */
export interface PhotoList {
  readonly path: UpstreamPath
  /** Set for a shared album: its members are the owners of its photos. */
  readonly sharedAlbumId?: string
  /** Set for a month of the library. */
  readonly month?: PhotoMonth
}

/** A page of a list of photos. */
export interface PhotoPageRequest {
  /** The service's cursor; null for the first page. */
  readonly cursor: string | null
  /** 1 to 500. A service may send more or fewer. */
  readonly limit: number
  readonly sort: PhotoSort
}

/** All photos of the customer. */
export const libraryList: PhotoList = { path: path`/photos` }

/** The photos of a month. */
export function monthList(month: PhotoMonth): PhotoList {
  return { path: path`/photos/timeline/${month.year}/${month.month}`, month }
}
