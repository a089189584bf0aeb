import type { AlbumNameProblem } from '../../../../schema/rules/albumName.ts'

/** Why an album could not be saved. */
export type AlbumFailure =
  | { readonly kind: 'invalid'; readonly problem: AlbumNameProblem }
  /** Somebody has deleted it meanwhile. */
  | { readonly kind: 'missing' }
  /** It is shared meanwhile, and can be looked at only. */
  | { readonly kind: 'shared' }
  | { readonly kind: 'failed' }

/** What the gateway found wrong with a name; a reason that this client does not know yet is a name that will not do. */
export function invalidName(problem: string): Extract<AlbumFailure, { kind: 'invalid' }> {
  return { kind: 'invalid', problem: problem === 'MISSING' ? 'MISSING' : 'NOT_VALID' }
}

/** The message for a name that will not do. */
export function albumNameMessage(problem: AlbumNameProblem): string {
  return problem === 'MISSING' ? 'albums.name.missing' : 'albums.name.notValid'
}

/** The message for what keeps an album from being saved, other than its name. */
export function albumFailureMessage(kind: Exclude<AlbumFailure['kind'], 'invalid'>): string {
  if (kind === 'missing') return 'albums.gone'
  return kind === 'shared' ? 'albums.isShared' : 'albums.saveFailed'
}
