import { decodeGlobalId, encodeGlobalId } from './globalId.ts'

/** The global id of a customer's library. */
export function libraryIdOf(accountId: string): string {
  return encodeGlobalId('PhotoLibrary', accountId)
}

/** Whether a global id names the library of this customer. */
export function namesLibraryOf(accountId: string, id: string): boolean {
  const named = decodeGlobalId(id)
  return named?.type === 'PhotoLibrary' && named.key === accountId
}

/** The arm of mutations that are told a library, for one that is not the viewer's. */
export const libraryNotFound = {
  __typename: 'LibraryNotFound',
  code: 'NOT_FOUND',
  message: 'This is not your library. Take the id of "viewer { library { id } }".',
} as const
