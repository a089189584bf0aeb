import { instantOf } from '../../instants.ts'
import { type JobFact, jobPosition, positionIn, wireStreamPosition } from '../live/jobFacts.ts'
import { jsonOf } from '../live/jsonOf.ts'
import { type WireDownload, wireNotification } from './wire.ts'

/** The kinds of archive events. */
export type ArchiveKind = 'STARTED' | 'PROGRESS' | 'FINISHED' | 'ERROR'

/** An event of an archive. */
export type ArchiveFact = JobFact<ArchiveKind>

const kinds = new Map<string, ArchiveKind>([
  ['started', 'STARTED'],
  ['progress', 'PROGRESS'],
  ['finished', 'FINISHED'],
  ['error', 'ERROR'],
])

/** Parses a message. Null when it cannot be read; a message of an unknown kind gives a fact with only a position. */
export function archiveFactOf(text: string): ArchiveFact | null {
  const notification = jsonOf(text)
  if (wireNotification.accepts(notification)) {
    const { key, message, timestamp, progress } = notification
    const position = positionIn(notification.position)
    const kind = kinds.get(key)
    if (!kind) return jobPosition(position)
    return {
      position,
      job: message.downloadId,
      kind,
      isProgress: kind === 'PROGRESS',
      timestamp: instantOf(timestamp),
      progress: progress ?? message.progress ?? null,
    }
  }
  return wireStreamPosition.accepts(notification) ? jobPosition(BigInt(notification.position)) : null
}

/** The event that corresponds to an archive's current state. */
export function archiveFactFrom(
  id: string,
  state: NonNullable<WireDownload['state']>,
  progress: WireDownload['progress'],
): ArchiveFact {
  const kind = kinds.get(state) ?? null
  return { position: null, job: id, kind, isProgress: false, timestamp: null, progress: progress ?? null }
}

/** True when the last known event says that the archive is being created. */
export function isArchiveRunning(fact: ArchiveFact | undefined): boolean {
  return fact?.kind === 'STARTED' || fact?.kind === 'PROGRESS'
}
