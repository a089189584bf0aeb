import { instantOf } from '../../instants.ts'
import { type JobFact, jobPosition, positionIn, wireStreamPosition } from '../live/jobFacts.ts'
import { jsonOf } from '../live/jsonOf.ts'
import type { WireActivation } from '../photos/activationWire.ts'
import { wireActivationMessage, wireActivationPayload } from './wire.ts'

/** The kinds of import events. */
export type ImportKind = 'STARTED' | 'PROGRESS' | 'FINISHED' | 'ERROR'

/** An event of an import. A library has one import at a time. */
export type ImportFact = JobFact<ImportKind>

const theImport = 'import'
const kinds = new Map<string, ImportKind>([
  ['started', 'STARTED'],
  ['progress', 'PROGRESS'],
  ['finished', 'FINISHED'],
  ['error', 'ERROR'],
])

/** Parses a message. Null when it cannot be read; a message of an unknown type gives a fact with only a position. */
export function importFactOf(text: string): ImportFact | null {
  const message = jsonOf(text)
  if (wireActivationMessage.accepts(message)) {
    const position = positionIn(message.position)
    const kind = kinds.get(message.type)
    if (!kind) return jobPosition(position)
    const { payload, timestamp } = message.data
    const progress = wireActivationPayload.accepts(payload) ? payload.progress : null
    return {
      position,
      job: theImport,
      kind,
      isProgress: kind === 'PROGRESS',
      timestamp: instantOf(timestamp),
      progress,
    }
  }
  return wireStreamPosition.accepts(message) ? jobPosition(BigInt(message.position)) : null
}

/** The event that corresponds to the library's current state; none when there was no import. */
export function importFactsFrom({ status, import: run }: WireActivation): ImportFact[] {
  const kind = run ? kinds.get(run.state) : kindsByStatus.get(status)
  if (!kind) return []
  const progress = run?.progress ?? null
  return [{ position: null, job: theImport, kind, isProgress: false, timestamp: null, progress }]
}

const kindsByStatus = new Map<string, ImportKind>([
  ['IMPORTING', 'STARTED'],
  ['ACTIVE', 'FINISHED'],
])
