import { type WirePhoto, buildPhoto } from '../../tests/support/photoLibrary.ts'
import { albumCount, photosPerMonth, shownMonths } from './documents.ts'

const cursor = 'eyJ2IjoxLCJrZXkiOiIyMDI0LTA2LTA1In0'

/** Builds the answers of the upstreams, as JSON by path. Every customer has the same library. */
export function wireAnswers(jwks: object): Record<string, string> {
  const pages = shownMonths.map((month) => {
    const images = Array.from({ length: photosPerMonth }, (_, index) =>
      buildPhoto(month * 1000 + index, `2024-0${month}-${String(28 - index).padStart(2, '0')}T10:00:00`),
    )
    return [`/photos/photos/timeline/2024/${month}`, JSON.stringify({ cursor, images })]
  })
  const months = Object.fromEntries(shownMonths.map((month) => [String(month), photosPerMonth + 10]))
  const older = Object.fromEntries(Array.from({ length: 12 }, (_, index) => [String(index + 1), 40]))
  return {
    '/identity/jwks': JSON.stringify(jwks),
    '/photos/users': JSON.stringify({ albumsCount: albumCount, photosCount: 900 }),
    '/photos/users/timeline': JSON.stringify({ 2024: months, 2023: older, 2022: older, 0: { 0: 7 } }),
    '/photos/albums': JSON.stringify({
      cursor,
      albums: Array.from({ length: albumCount }, (_, index) => album(index)),
    }),
    ...Object.fromEntries(pages),
  }
}

/** An album on the wire. */
export interface WireAlbum {
  readonly albumId: string
  readonly albumName: string
  readonly coverPhoto: WirePhoto | null
  readonly photosCount: number
  readonly created: string
  readonly updated: string
  readonly userId: string
  readonly isShared: boolean
}

function album(index: number): WireAlbum {
  return {
    albumId: `018f3c1a-3333-7000-8000-${String(index).padStart(12, '0')}`,
    albumName: `Holiday ${index}, by the sea`,
    coverPhoto: buildPhoto(7000 + index, '2024-02-03T10:00:00'),
    photosCount: 20 + index,
    created: '2024-03-01T10:00:00Z',
    updated: '2024-03-02T10:00:00Z',
    userId: '018f3c1a-0000-7000-8000-000000000001',
    isShared: false,
  }
}
