import type { Connection, Edge } from '../../relay/connection.ts'
import type {
  WireActivation,
  WireImport,
  WireImportFailure,
  WireImportedAlbum,
} from '../../upstream/photos/activationWire.ts'
import type { ImportFact } from '../../upstream/push/importMessages.ts'

/** The state of a library. */
export type ActivationModel = WireActivation

/** The import of an older library. */
export type LibraryImportModel = WireImport

/** The import counts of one album of an older library. */
export type ImportedAlbumModel = WireImportedAlbum

/** A page of imported albums. */
export type ImportedAlbumConnectionModel = Connection<ImportedAlbumModel>

/** An imported album in a page. */
export type ImportedAlbumEdgeModel = Edge<ImportedAlbumModel>

/** A file that could not be imported. */
export type ImportFailureModel = WireImportFailure

/** A page of files that could not be imported. */
export type ImportFailureConnectionModel = Connection<ImportFailureModel>

/** A failed file in a page. */
export type ImportFailureEdgeModel = Edge<ImportFailureModel>

/** A change to an import. */
export type ImportEventModel = ImportFact
