import type { ExportFact } from '../../upstream/exports/exportMessages.ts'
import type { FoundExport } from '../../upstream/exports/exportsClient.ts'
import type { WireChunk } from '../../upstream/exports/wire.ts'

/** What the resolvers of an export stand on. */
export type ExportModel = FoundExport

/** One of the zip files of an export. */
export interface ExportChunkModel extends WireChunk {
  readonly backupId: string
}

/** What happened to an export. */
export type ExportEventModel = ExportFact
