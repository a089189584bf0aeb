/** The result of a mutation for a library that is not the viewer's. */
export const libraryNotFound = {
  __typename: 'LibraryNotFound',
  code: 'NOT_FOUND',
  message: 'This is not your library. Send the id that "viewer { library { id } }" returns.',
} as const
