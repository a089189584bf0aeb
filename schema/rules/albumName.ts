import { visibleLine } from './visibleText.ts'

/** The maximum length of an album name, in UTF-16 code units (`String.length`). */
export const longestAlbumName = 255

/**
 * Matches names without leading white space, without `< > ;`, and without the null character, which PostgreSQL cannot
 * store. Does not match an empty name.
 */
export const albumNamePattern = /^[^\s<>;\0][^<>;\0]*$/

/** The reasons why an album name is not allowed, as in `AlbumNameProblem` of the GraphQL schema. */
export type AlbumNameProblem = 'MISSING' | 'NOT_VALID'

/**
 * Returns the name to store. Removes the invisible characters that change how text is shown, because other customers
 * may see the name.
 */
export function cleanAlbumName(name: string): string {
  return visibleLine(name)
}

/**
 * Checks an album name by the rule that the services' request schema also uses. Returns null when the name is allowed.
 */
export function albumNameProblem(name: string): AlbumNameProblem | null {
  const clean = cleanAlbumName(name)
  if (clean === '') return 'MISSING'
  const isValid = name.length <= longestAlbumName && albumNamePattern.test(name) && albumNamePattern.test(clean)
  return isValid ? null : 'NOT_VALID'
}
