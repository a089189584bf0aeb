import type { ExportFact } from '../../upstream/exports/exportMessages.ts'
import type { FoundExport } from '../../upstream/exports/exportsClient.ts'
import type { WireChunk } from '../../upstream/exports/wire.ts'

/** The source object of the `Export` resolvers. */
export type ExportModel = FoundExport

/** One of the zip files of an export. */
export interface ExportChunkModel extends WireChunk {
  readonly backupId: string
}

/** A change to an export. */
export type ExportEventModel = ExportFact
