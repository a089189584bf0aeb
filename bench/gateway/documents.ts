/** The months of 2024 in the timeline query. */
export const shownMonths = [6, 5, 4, 3, 2, 1] as const
/** Photos per month in the timeline query. */
export const photosPerMonth = 28
/** Albums in the albums query. */
export const albumCount = 50

const monthVariables = shownMonths.map((month) => `$m${month}: ID!`).join(', ')
const monthFields = shownMonths.map((month) => `m${month}: node(id: $m${month}) { ...Month }`).join('\n  ')

/**
 * Queries the data of the client's timeline page, with six months in one document. The client itself requests the
 * months one by one while scrolling. The query takes one call for the counts, one for the list of months, and one for
 * the photos of each of the six months.
 */
export const timelineDocument = `query Timeline(${monthVariables}) {
  viewer { email library { id photosCount albumsCount timeline { months { id year month photosCount } } } }
  ${monthFields}
}
fragment Month on TimelineMonth {
  id
  photos(first: ${photosPerMonth}) {
    edges { cursor node { __typename id fileName dateTaken width height thumbhash thumbnail(width: 300) { url width height } } }
    pageInfo { hasNextPage endCursor }
  }
}`

/** Queries the albums page. The covers come with the list, in one call. */
export const albumsDocument = `query Albums {
  viewer { library { id albums(first: ${albumCount}) {
    edges { cursor node { id name photosCount created isShared cover { id fileName thumbhash thumbnail(width: 300) { url width height } } } }
    pageInfo { hasNextPage endCursor }
  } } }
}`

/** The smallest query. It shows the fixed cost of every query. */
export const typenameDocument = '{ __typename }'
