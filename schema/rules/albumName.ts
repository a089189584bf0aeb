/** The maximum length of an album name, in UTF-16 code units (`String.length`). */
export const longestAlbumName = 255

/** No leading white space, no `< > ;`, and no null character, which PostgreSQL cannot store. Does not match an empty name. */
export const albumNamePattern = /^[^\s<>;\0][^<>;\0]*$/

/** What is wrong with an album's name, as in the schema's `AlbumNameProblem`. */
export type AlbumNameProblem = 'MISSING' | 'NOT_VALID'

/** Checks an album name by the rule that the services' request schema uses, too. Returns null when the name is allowed. */
export function albumNameProblem(name: string): AlbumNameProblem | null {
  if (name === '') return 'MISSING'
  return name.length <= longestAlbumName && albumNamePattern.test(name) ? null : 'NOT_VALID'
}
