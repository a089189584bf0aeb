import type { ExportChunkModel, ExportModel } from './models.ts'

/** The files of an export in the order of their numbers; none until the export is ready. */
export function chunksOf(found: ExportModel): ExportChunkModel[] {
  if (found.status !== 'READY') return []
  const { backupId, chunks } = found
  return chunks.toSorted((one, other) => one.iteration - other.iteration).map((chunk) => ({ ...chunk, backupId }))
}
