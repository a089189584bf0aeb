/** The result of a mutation for a library that is not the viewer's. */
export const libraryNotFound = {
  __typename: 'LibraryNotFound',
  code: 'NOT_FOUND',
  message: 'This is not your library. Take the id of "viewer { library { id } }".',
} as const
