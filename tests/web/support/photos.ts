/** A photo as the gateway returns it for the timeline. With a `pictureProblem`, it has no renditions. */
export function photo(
  id: string,
  details: {
    dateTaken?: string | null
    width?: number | null
    height?: number | null
    pictureProblem?: string | null
  } = {},
) {
  const { pictureProblem = null } = details
  const rendition = (width: number) =>
    pictureProblem === null ? { url: `https://images.test/${id}.${width}.jpg` } : null
  return {
    __typename: 'Photo',
    __isNode: 'Photo',
    id,
    fileName: `${id}.jpg`,
    dateTaken: details.dateTaken === undefined ? '2024-05-09T23:30:00' : details.dateTaken,
    width: details.width === undefined ? 3000 : details.width,
    height: details.height === undefined ? 2000 : details.height,
    pictureProblem,
    thumbhash: null,
    small: rendition(300),
    large: rendition(800),
  }
}

/** An answer with the months of a library, without the photos of its first months. */
export function months(
  ...counts: readonly (readonly [id: string, year: number | null, month: number | null, count: number])[]
) {
  return {
    viewer: {
      library: {
        id: 'library',
        timeline: {
          months: counts.map(([id, year, month, photosCount]) => ({ id, year, month, photosCount })),
          firstMonths: [],
        },
      },
    },
  }
}

/** A page of a month's photos. */
export function monthPage(
  month: readonly [id: string, year: number | null, month: number | null, count: number],
  photos: readonly ReturnType<typeof photo>[],
  hasNextPage = false,
) {
  const [id, year, number, photosCount] = month
  return {
    node: {
      __typename: 'TimelineMonth',
      __isNode: 'TimelineMonth',
      __isPhotoCollection: 'TimelineMonth',
      id,
      year,
      month: number,
      photosCount,
      photos: {
        edges: photos.map((node) => ({ cursor: node.id, node })),
        pageInfo: { hasNextPage, endCursor: photos.at(-1)?.id ?? null },
      },
    },
  }
}

/** Several photos with consecutive numbers in their ids. */
export function photosFrom(first: number, count: number) {
  return Array.from({ length: count }, (_, index) => photo(`photo-${first + index}`))
}
