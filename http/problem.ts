import { STATUS_CODES } from 'node:http'
import { correlationHeader } from './correlation.ts'

/** A failure that a problem document describes. */
export interface Failure {
  readonly status: number
  /** Stable, in upper snake case. Callers use it to decide what to do. docs/operations.md lists the codes. */
  readonly code: string
  /** One sentence for developers. */
  readonly detail: string
}

/** An answer with a problem document (RFC 9457), which says why the request failed. */
export interface ProblemAnswer {
  readonly headers: Readonly<Record<string, string>>
  readonly body: string
}

/** Builds the answer for a failure. No cache may keep it. */
export function problemAnswer({ status, code, detail }: Failure, correlationId: string): ProblemAnswer {
  return {
    headers: {
      'content-type': 'application/problem+json',
      'cache-control': 'no-store',
      'x-content-type-options': 'nosniff',
      [correlationHeader]: correlationId,
    },
    body: JSON.stringify({ type: 'about:blank', title: STATUS_CODES[status], status, code, detail, correlationId }),
  }
}
