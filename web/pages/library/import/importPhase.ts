/** What there is to say of the bringing in of an older library. */
export type ImportPhase = 'invited' | 'running' | 'settling' | 'done' | 'failed' | 'deleting'

/** What of it is shown, from where the library stands and how far the import is; other values show nothing. */
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

/** The message that heads a phase: where every file has failed, no photo is here. */
export function titleOf(phase: ImportPhase, counts: Counts | null | undefined): string {
  const isHere = !counts || counts.failedCount === 0 || counts.importedCount + counts.existingCount > 0
  return phase === 'done' && !isHere ? 'import.failed.title' : `import.${phase}.title`
}

/** Whether it waits for somebody to start it. */
export function isWaiting(phase: ImportPhase | null): boolean {
  return phase === 'invited' || phase === 'failed'
}
