import { z } from 'zod'
import type { BackupRow, ReadyChunk } from './backups.ts'

const chunkSchema = z.object({
  iteration: z.number().int(),
  size: z.number().int().describe('Bytes.'),
  checksum: z.string().describe('SHA-256, in hexadecimal. Our addition to the specification.'),
  fileName: z.string().describe('Our addition to the specification.'),
})

/** An export as the specification's calls return it. */
export const backupSchema = z
  .object({
    status: z.enum(['REQUESTED', 'IN_PROGRESS', 'FAILED', 'READY']),
    backupId: z.uuid(),
    created: z.iso.datetime(),
    updated: z.iso.datetime(),
    chunks: z.array(chunkSchema).optional().describe('The files of an export that is ready, in their order.'),
    progress: z.number().describe('0 to 1. Our addition to the specification.'),
    photosCount: z.number().int().nullable().describe('Null until it is known. Our addition to the specification.'),
    missingCount: z
      .number()
      .int()
      .describe(
        'The number of photos that were deleted since the request, or whose files are damaged. Our addition to the specification.',
      ),
    expires: z.iso
      .datetime()
      .nullable()
      .describe('When the files are deleted; null until the export is ready. Our addition to the specification.'),
  })
  .meta({ id: 'Backup' })

export type WireBackup = z.infer<typeof backupSchema>

/** The download name of an export's file. */
export function chunkFileName({ created_at: created }: Pick<BackupRow, 'created_at'>, iteration: number): string {
  return `photos-${created.toISOString().slice(0, 10)}-${iteration}.zip`
}

/** Converts an export to the specification's field names. */
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

function toWireChunk(backup: BackupRow, { iteration, size, checksum }: ReadyChunk): z.infer<typeof chunkSchema> {
  return { iteration, size, checksum, fileName: chunkFileName(backup, iteration) }
}
