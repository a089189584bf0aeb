import type { OfferedCall } from '../offers.ts'

/*
 * The calls of our own photos service beyond the specification. If a service does not offer the lookup or the
 * neighbours, the gateway finds the photos by searching lists. If it does not offer `trashList`, there is no trash.
 */

/** Finds photos by their ids. */
export const lookup: OfferedCall = ['post', '/photos/lookup']

/** Finds the photos before and after a photo of the library. */
export const libraryNeighbours: OfferedCall = ['get', '/photos/{id}/neighbours']

/** Finds the photos before and after a photo of an album. */
export const albumNeighbours: OfferedCall = ['get', '/albums/{id}/photos/{photoId}/neighbours']

/** Finds the photos before and after a photo of a shared album. */
export const sharedAlbumNeighbours: OfferedCall = ['get', '/shared-albums/{id}/photos/{photoId}/neighbours']

/** Lists the deleted photos that can be restored. */
export const trashList: OfferedCall = ['get', '/photos/trash']
