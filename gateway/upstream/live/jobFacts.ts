import { z } from 'zod'
import { wireSchema } from '../wireSchema.ts'
import type { LiveFact } from './liveStream.ts'

/** An event of a long-running job; without a job it holds only a position. */
export interface JobFact<Kind extends string> extends LiveFact {
  /** The service's id of the job; null if the event holds only a position. */
  readonly job: string | null
  /** The kind of event, as the API names it. */
  readonly kind: Kind | null
  /** True for progress, which the next progress makes obsolete. */
  readonly isProgress: boolean
  /** When the event happened, in UTC; null when the service does not send it. */
  readonly timestamp: string | null
  /** 0 to 1; null when the service does not send it. */
  readonly progress: number | null
}

/** The position of a message. Only our own services send it. */
export const wirePosition = z.string().regex(/^\d{1,19}$/)

/** Schema of a message that holds only a position. */
export const wireStreamPosition = wireSchema(z.object({ position: wirePosition }))

/** The share of a job that is done. */
export const wireProgress = z.number().min(0).max(1)

/** A time, either as text (in UTC if it has no offset) or in ms since 1970. */
export const wireTimestamp = z.union([z.string(), z.number()])

/** A fact that holds only a position. */
export function jobPosition(position: bigint | null): JobFact<never> {
  return { position, job: null, kind: null, isProgress: false, timestamp: null, progress: null }
}

/** Parses the position of a message; null when it has none. */
export function positionIn(position: string | null | undefined): bigint | null {
  return typeof position === 'string' ? BigInt(position) : null
}
