/** The phases of an older library's import, as they are shown to the user. */
export type ImportPhase = 'invited' | 'running' | 'settling' | 'done' | 'failed' | 'deleting'

/** Determines the phase from the library's activation status and the import's state; null for all other values. */
export function importPhase(status: string | null | undefined, state: string | null | undefined): ImportPhase | null {
  if (status === 'DELETING') return 'deleting'
  if (status === 'IMPORTING') return state === 'FINISHED' ? 'settling' : 'running'
  if (status === 'NOT_ACTIVE') return state === 'ERROR' ? 'failed' : 'invited'
  if (status !== 'ACTIVE') return null
  if (state === 'ERROR') return 'failed'
  return state === 'FINISHED' ? 'done' : null
}

interface Counts {
  readonly importedCount: number
  readonly existingCount: number
  readonly failedCount: number
}

/**
 * The message id of a phase's title. If every file of a finished import failed, the title is that of a failed import.
 */
export function titleOf(phase: ImportPhase, counts: Counts | null | undefined): string {
  const hasPhotos = !counts || counts.failedCount === 0 || counts.importedCount + counts.existingCount > 0
  return phase === 'done' && !hasPhotos ? 'import.failed.title' : `import.${phase}.title`
}

/** Whether the user can start the import. */
export function isWaiting(phase: ImportPhase | null): boolean {
  return phase === 'invited' || phase === 'failed'
}
