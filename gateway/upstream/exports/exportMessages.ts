import { instantOf } from '../../instants.ts'
import { type JobFact, jobPosition } from '../live/jobFacts.ts'
import { jsonOf } from '../live/jsonOf.ts'
import type { FoundExport } from './exportsClient.ts'
import { type ExportStatus, wireExportMessage } from './wire.ts'

/** An event of an export. */
export type ExportFact = JobFact<ExportStatus>

const statuses = new Map<string, ExportStatus>([
  ['REQUESTED', 'REQUESTED'],
  ['IN_PROGRESS', 'IN_PROGRESS'],
  ['FAILED', 'FAILED'],
  ['READY', 'READY'],
])

/**
 * Parses a message. Null when it cannot be read. A message without an id, or without a known status, gives a fact with
 * only a position.
 */
export function exportFactOf(text: string): ExportFact | null {
  const message = jsonOf(text)
  if (!wireExportMessage.accepts(message)) return null
  const { backupId, status, progress, timestamp } = message
  const position = BigInt(message.position)
  const kind = statuses.get(status ?? '')
  if (!kind || typeof backupId !== 'string') return jobPosition(position)
  return {
    position,
    job: backupId,
    kind,
    isProgress: kind === 'IN_PROGRESS',
    timestamp: instantOf(timestamp),
    progress: progress ?? null,
  }
}

/** The event that corresponds to an export's current state. */
export function exportFactFrom({ backupId, status, progress }: FoundExport): ExportFact {
  const isProgress = status === 'IN_PROGRESS'
  return { position: null, job: backupId, kind: status, isProgress, timestamp: null, progress: progress ?? null }
}
