import type { Connection, Edge } from '../../relay/connection.ts'
import type { ArchiveFact } from '../../upstream/downloads/archiveMessages.ts'
import type { WireDownload } from '../../upstream/downloads/wire.ts'

/** The source object of the `Download` resolvers. */
export type DownloadModel = WireDownload

/** A page of archives. */
export type DownloadConnectionModel = Connection<DownloadModel>

/** An archive in a page. */
export type DownloadEdgeModel = Edge<DownloadModel>

/** A change to an archive. */
export type ArchiveEventModel = ArchiveFact
