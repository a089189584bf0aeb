/** Longer names are refused, in characters as JavaScript counts them. */
export const longestAlbumName = 255

/** What is wrong with an album's name, as the schema's `AlbumNameProblem`. */
export type AlbumNameProblem = 'MISSING' | 'NOT_VALID'

/** The rule for the names of albums, for the client's forms and the gateway; null when the name will do. */
export function albumNameProblem(name: string): AlbumNameProblem | null {
  if (name === '') return 'MISSING'
  return /^\s|[<>;\0]/.test(name) || name.length > longestAlbumName ? 'NOT_VALID' : null
}
