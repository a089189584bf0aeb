/** The months that the timeline query shows, of 2024. */
export const shownMonths = [6, 5, 4, 3, 2, 1] as const
/** Photos of each that are asked for. */
export const photosPerMonth = 28
/** Albums of the albums query. */
export const albumCount = 50

const monthVariables = shownMonths.map((month) => `$m${month}: ID!`).join(', ')
const monthFields = shownMonths.map((month) => `m${month}: node(id: $m${month}) { ...Month }`).join('\n  ')

/**
 * What the client's page of a timeline asks for, six months of it in one document: the client itself asks for the
 * months one by one, as they are scrolled to. One call for the counts, one for the months, one for each month shown.
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

/** The page of a customer's albums, with their covers: they come with the list, in one call. */
export const albumsDocument = `query Albums {
  viewer { library { id albums(first: ${albumCount}) {
    edges { cursor node { id name photosCount created isShared cover { id fileName thumbhash thumbnail(width: 300) { url width height } } } }
    pageInfo { hasNextPage endCursor }
  } } }
}`

/** The smallest query that there is: what every other one costs before it begins. */
export const typenameDocument = '{ __typename }'
