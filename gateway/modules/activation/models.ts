import type { Connection, Edge } from '../../relay/connection.ts'
import type {
  WireActivation,
  WireImport,
  WireImportFailure,
  WireImportedAlbum,
} from '../../upstream/photos/activationWire.ts'
import type { ImportFact } from '../../upstream/push/importMessages.ts'

/** Where a library stands. */
export type ActivationModel = WireActivation

/** The bringing in of an older library. */
export type ImportModel = WireImport

/** What became of an album of an older library. */
export type ImportedAlbumModel = WireImportedAlbum

/** A page of imported albums. */
export type ImportedAlbumConnectionModel = Connection<ImportedAlbumModel>

/** An imported album of a page. */
export type ImportedAlbumEdgeModel = Edge<ImportedAlbumModel>

/** A file that could not be brought in. */
export type ImportFailureModel = WireImportFailure

/** A page of files that could not be brought in. */
export type ImportFailureConnectionModel = Connection<ImportFailureModel>

/** A file of such a page. */
export type ImportFailureEdgeModel = Edge<ImportFailureModel>

/** What happened to an import. */
export type ImportEventModel = ImportFact
