import type { AlbumNameProblem } from '../../../../schema/rules/albumName.ts'

/** Why an album could not be saved. */
export type AlbumFailure =
  | { readonly kind: 'invalid'; readonly problem: AlbumNameProblem }
  /** The album was deleted elsewhere meanwhile. */
  | { readonly kind: 'missing' }
  /** The album was shared meanwhile and is now read-only. */
  | { readonly kind: 'shared' }
  | { readonly kind: 'failed' }

/** The gateway's reason for refusing a name; a reason that this client does not know counts as a general refusal. */
export function invalidName(problem: string): Extract<AlbumFailure, { kind: 'invalid' }> {
  return { kind: 'invalid', problem: problem === 'MISSING' ? 'MISSING' : 'NOT_VALID' }
}

/** The message for a refused name. */
export function albumNameMessage(problem: AlbumNameProblem): string {
  return problem === 'MISSING' ? 'albums.name.missing' : 'albums.name.notValid'
}

/** The message for any failure other than a refused name. */
export function albumFailureMessage(kind: Exclude<AlbumFailure['kind'], 'invalid'>): string {
  if (kind === 'missing') return 'albums.gone'
  return kind === 'shared' ? 'albums.isShared' : 'albums.saveFailed'
}
