import { z } from 'zod'
import { wireSchema } from '../wireSchema.ts'
import type { LiveFact } from './liveStream.ts'

/** Something that happened to a job that takes long; without a job it only says where the stream stands. */
export interface JobFact<Kind extends string> extends LiveFact {
  /** The service's id of what is made; null: nothing happened. */
  readonly job: string | null
  /** What happened, in the API's words. */
  readonly kind: Kind | null
  /** Whether it only says how far the job is, so that the next one makes it old. */
  readonly isProgress: boolean
  /** When, in UTC; null when the service does not say. */
  readonly timestamp: string | null
  /** 0 to 1; null when the service does not say. */
  readonly progress: number | null
}

/** Where a message stands in its stream; our own, so that it may be missing. */
export const wirePosition = z.string().regex(/^\d{1,19}$/)

/** A message that says nothing but where its stream stands. */
export const wireStreamPosition = wireSchema(z.object({ position: wirePosition }))

/** How much is done. */
export const wireProgress = z.number().min(0).max(1)

/** When something happened: a time with its offset, without one in UTC, or milliseconds since 1970. */
export const wireTimestamp = z.union([z.string(), z.number()])

/** That a stream of jobs stands there. */
export function jobPosition(position: bigint | null): JobFact<never> {
  return { position, job: null, kind: null, isProgress: false, timestamp: null, progress: null }
}

/** The position of a message; null when it has none. */
export function positionIn(position: string | null | undefined): bigint | null {
  return typeof position === 'string' ? BigInt(position) : null
}
