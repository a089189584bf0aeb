import { isNoticeDismissed } from './importMemory.ts'
import type { ImportPhase } from './importPhase.ts'

/** How long the library shows the notice of a finished import: 7 days. */
const noticeMilliseconds = 7 * 24 * 60 * 60_000

/** Identifies the end of one attempt to import. The customer can dismiss the notice of each attempt separately. */
export function endOf(importId: string | undefined, finished: string | null | undefined): string {
  return `${importId} ${finished}`
}

/**
 * The time until which the library shows the import notice, in ms since 1970. 0: there is no notice. Infinity: the
 * notice does not expire, because only the notice of a finished import expires.
 */
export function noticeEnd(
  phase: ImportPhase | null,
  importId: string | undefined,
  finished: string | null | undefined,
): number {
  if (phase === null) return 0
  if (phase !== 'done') return Number.POSITIVE_INFINITY
  if (isNoticeDismissed(endOf(importId, finished)) || typeof finished !== 'string') return 0
  return Date.parse(finished) + noticeMilliseconds
}
