import { instantOf } from '../../instants.ts'
import { type JobFact, jobPosition, positionIn, wireStreamPosition } from '../live/jobFacts.ts'
import { jsonOf } from '../live/jsonOf.ts'
import { type WireDownload, wireNotification } from './wire.ts'

/** What happened to an archive. */
export type ArchiveKind = 'STARTED' | 'PROGRESS' | 'FINISHED' | 'ERROR'

/** A message about an archive. */
export type ArchiveFact = JobFact<ArchiveKind>

const kinds = new Map<string, ArchiveKind>([
  ['started', 'STARTED'],
  ['progress', 'PROGRESS'],
  ['finished', 'FINISHED'],
  ['error', 'ERROR'],
])

/** What a message tells; null when it cannot be read. Kinds that are not known move the position only. */
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

/** What a message would have told of an archive, by how it is now. */
export function archiveFactFrom(
  id: string,
  state: NonNullable<WireDownload['state']>,
  progress: WireDownload['progress'],
): ArchiveFact {
  const kind = kinds.get(state) ?? null
  return { position: null, job: id, kind, isProgress: false, timestamp: null, progress: progress ?? null }
}

/** Whether an archive was last told to be in the making. */
export function isUnderWay(fact: ArchiveFact | undefined): boolean {
  return fact?.kind === 'STARTED' || fact?.kind === 'PROGRESS'
}
