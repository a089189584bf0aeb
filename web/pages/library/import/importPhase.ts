/** The phases of the import of an older library that are shown. */
export type ImportPhase = 'invited' | 'running' | 'settling' | 'done' | 'failed' | 'deleting'

/** The phase, from the library's activation status and the import's state; null for all other values. */
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

/** The message id of a phase's title. A finished import of which every file failed has the title of a failed one. */
export function titleOf(phase: ImportPhase, counts: Counts | null | undefined): string {
  const hasPhotos = !counts || counts.failedCount === 0 || counts.importedCount + counts.existingCount > 0
  return phase === 'done' && !hasPhotos ? 'import.failed.title' : `import.${phase}.title`
}

/** Whether the user can start the import. */
export function isWaiting(phase: ImportPhase | null): boolean {
  return phase === 'invited' || phase === 'failed'
}
