import type { NoAnswer, RawAnswer } from './dispatch.ts'

/** Statuses that an unavailable upstream, or a proxy in front of it, responds with. */
const unavailableStatuses = new Set([502, 503, 504])
/**
 * Shortest and longest pause (ms) before a retry. The pause is random, so that the retries of many calls are spread.
 */
const [shortestPause, longestPause] = [10, 60]

/** The outcome of a call for which no request was sent. */
export function refused(code: NoAnswer['code'], detail: string): NoAnswer {
  return { kind: 'refused', code, detail, cause: undefined }
}

/** The outcome of a call that is not made because the circuit is open. */
export const circuitIsOpen = refused('UPSTREAM_UNAVAILABLE', 'its circuit is open')

/** True when the service itself responded, even with a wrong response. */
export function isSignOfLife(answer: RawAnswer | NoAnswer): boolean {
  if (answer.kind === 'answer') return !unavailableStatuses.has(answer.status)
  return answer.code === 'UPSTREAM_INVALID_RESPONSE'
}

/** True when a retry may succeed. */
export function isWorthRetrying(answer: RawAnswer | NoAnswer): boolean {
  if (answer.kind === 'answer') return unavailableStatuses.has(answer.status)
  return answer.kind === 'lost' && answer.code === 'UPSTREAM_UNAVAILABLE'
}

/** Pause (ms) before a retry: a short random pause, or the pause that the upstream requests if that is longer. */
export function pauseBefore(answer: RawAnswer | NoAnswer): number {
  const randomPause = shortestPause + Math.random() * (longestPause - shortestPause)
  const asked = answer.kind === 'answer' ? askedPause(answer) : undefined
  return Math.max(randomPause, asked ?? 0)
}

/** The pause (ms) in Retry-After, which holds seconds or a date; undefined without one. */
export function askedPause({ retryAfter }: RawAnswer): number | undefined {
  if (retryAfter === undefined) return undefined
  const wait = /^\d+$/.test(retryAfter) ? Number(retryAfter) * 1_000 : Date.parse(retryAfter) - Date.now()
  return Number.isNaN(wait) ? undefined : Math.max(0, wait)
}
