import type { NoAnswer, RawAnswer } from './dispatch.ts'

/** Answers that say that the upstream, or what stands before it, cannot serve now. */
const unavailableStatuses = new Set([502, 503, 504])
/** Milliseconds before a retry, at least and at most; chance keeps the retries of many calls apart. */
const [shortestPause, longestPause] = [10, 60]

/** Why nothing was sent. */
export function refused(code: NoAnswer['code'], detail: string): NoAnswer {
  return { kind: 'refused', code, detail, cause: undefined }
}

/** Nothing was sent, because the upstream has stopped answering. */
export const circuitIsOpen = refused('UPSTREAM_UNAVAILABLE', 'its circuit is open')

/** Whether the service itself is there, be it with a wrong answer. */
export function isSignOfLife(answer: RawAnswer | NoAnswer): boolean {
  if (answer.kind === 'answer') return !unavailableStatuses.has(answer.status)
  return answer.code === 'UPSTREAM_INVALID_RESPONSE'
}

/** Whether the same may go well when it is asked again. */
export function isWorthRetrying(answer: RawAnswer | NoAnswer): boolean {
  if (answer.kind === 'answer') return unavailableStatuses.has(answer.status)
  return answer.kind === 'lost' && answer.code === 'UPSTREAM_UNAVAILABLE'
}

/** Milliseconds before a retry: what the upstream asks for, and else a short while. */
export function pauseBefore(answer: RawAnswer | NoAnswer): number {
  const chance = shortestPause + Math.random() * (longestPause - shortestPause)
  const asked = answer.kind === 'answer' ? askedPause(answer) : undefined
  return Math.max(chance, asked ?? 0)
}

/** Milliseconds that the upstream asks to wait, in seconds or by a date; undefined when it does not say. */
export function askedPause({ retryAfter }: RawAnswer): number | undefined {
  if (retryAfter === undefined) return undefined
  const wait = /^\d+$/.test(retryAfter) ? Number(retryAfter) * 1_000 : Date.parse(retryAfter) - Date.now()
  return Number.isNaN(wait) ? undefined : Math.max(0, wait)
}
