import type { BackupRow, ReadyChunk } from './backups.ts'
import type { BackupStatus } from './tables.ts'

/**
 * An export, as the specification's calls return it. `progress` and the fields after it are our additions, as are a
 * chunk's `checksum` and `fileName`.
 */
export interface WireBackup {
  readonly status: BackupStatus
  readonly backupId: string
  readonly created: string
  readonly updated: string
  /** The files of a finished export, in order. */
  readonly chunks?: readonly WireChunk[]
  /** 0 to 1. */
  readonly progress: number
  /** Null until it is known. */
  readonly photosCount: number | null
  /** Photos that were deleted after the request, or whose files are damaged. */
  readonly missingCount: number
  /** When its files are deleted; null until it is ready. */
  readonly expires: string | null
}

interface WireChunk {
  readonly iteration: number
  readonly size: number
  readonly checksum: string
  readonly fileName: string
}

/** The download name of an export's file. */
export function chunkFileName({ created_at: created }: Pick<BackupRow, 'created_at'>, iteration: number): string {
  return `photos-${created.toISOString().slice(0, 10)}-${iteration}.zip`
}

/** Uses the specification's field names. */
export function toWireBackup(backup: BackupRow, chunks: readonly ReadyChunk[]): WireBackup {
  const isReady = backup.status === 'READY'
  return {
    status: backup.status,
    backupId: backup.id,
    created: backup.created_at.toISOString(),
    updated: backup.updated_at.toISOString(),
    ...(isReady ? { chunks: chunks.map((chunk) => toWireChunk(backup, chunk)) } : {}),
    progress: backup.progress,
    photosCount: backup.step === 'photos' ? null : backup.photos_count - backup.missing_count,
    missingCount: backup.missing_count,
    expires: isReady && backup.ends_at ? backup.ends_at.toISOString() : null,
  }
}

function toWireChunk(backup: BackupRow, { iteration, size, checksum }: ReadyChunk): WireChunk {
  return { iteration, size, checksum, fileName: chunkFileName(backup, iteration) }
}
