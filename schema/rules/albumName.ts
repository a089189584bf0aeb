/** The maximum length of an album name, in UTF-16 code units (`String.length`). */
export const longestAlbumName = 255

/** What is wrong with an album's name, as in the schema's `AlbumNameProblem`. */
export type AlbumNameProblem = 'MISSING' | 'NOT_VALID'

/** Checks an album name, in the client's forms and in the gateway. Returns null when the name is allowed. */
export function albumNameProblem(name: string): AlbumNameProblem | null {
  if (name === '') return 'MISSING'
  return /^\s|[<>;\0]/.test(name) || name.length > longestAlbumName ? 'NOT_VALID' : null
}
