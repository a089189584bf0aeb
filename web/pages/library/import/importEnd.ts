import { isImportAway } from './importMemory.ts'
import type { ImportPhase } from './importPhase.ts'

/** For so long an import that has ended is told of in the library. */
const toldMilliseconds = 7 * 24 * 60 * 60_000

/** What tells one end of an import from the end of a later attempt. */
export function endOf(importId: string | undefined, finished: string | null | undefined): string {
  return `${importId} ${finished}`
}

/** Until when the library tells of it, in milliseconds since 1970: what has ended well only for a while. */
export function toldUntil(
  phase: ImportPhase | null,
  importId: string | undefined,
  finished: string | null | undefined,
): number {
  if (phase === null) return 0
  if (phase !== 'done') return Number.POSITIVE_INFINITY
  if (isImportAway(endOf(importId, finished)) || typeof finished !== 'string') return 0
  return Date.parse(finished) + toldMilliseconds
}
