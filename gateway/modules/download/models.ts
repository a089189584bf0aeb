import type { Connection, Edge } from '../../relay/connection.ts'
import type { ArchiveFact } from '../../upstream/downloads/archiveMessages.ts'
import type { WireDownload } from '../../upstream/downloads/wire.ts'

/** What the resolvers of an archive stand on. */
export type DownloadModel = WireDownload

/** A page of archives. */
export type DownloadConnectionModel = Connection<DownloadModel>

/** An archive of a page. */
export type DownloadEdgeModel = Edge<DownloadModel>

/** What happened to an archive. */
export type ArchiveEventModel = ArchiveFact
