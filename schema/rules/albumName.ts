/** The maximum length of an album name, in UTF-16 code units (`String.length`). */
export const longestAlbumName = 255

/**
 * Matches names without leading white space, without `< > ;`, and without the null character, which PostgreSQL cannot
 * store. Does not match an empty name.
 */
export const albumNamePattern = /^[^\s<>;\0][^<>;\0]*$/

/** The reasons why an album name is not allowed, as in `AlbumNameProblem` of the GraphQL schema. */
export type AlbumNameProblem = 'MISSING' | 'NOT_VALID'

/** Checks an album name by the rule that the services' request schema also uses. Returns null when the name is allowed. */
export function albumNameProblem(name: string): AlbumNameProblem | null {
  if (name === '') return 'MISSING'
  return name.length <= longestAlbumName && albumNamePattern.test(name) ? null : 'NOT_VALID'
}
