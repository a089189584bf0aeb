import type { Connection, Edge } from '../../relay/connection.ts'
import type { WireAlbum, WireSharedAlbum } from '../../upstream/photos/albumWire.ts'

/** The source object of the `Album` resolvers. */
export type AlbumModel = WireAlbum

/** A page of albums. */
export type AlbumConnectionModel = Connection<AlbumModel>

/** An album in a page. */
export type AlbumEdgeModel = Edge<AlbumModel>

/** The source object of the `SharedAlbum` resolvers. Its owner and participants may not be loaded yet. */
export type SharedAlbumModel = WireSharedAlbum

/** A page of shared albums. */
export type SharedAlbumConnectionModel = Connection<SharedAlbumModel>

/** A shared album in a page. */
export type SharedAlbumEdgeModel = Edge<SharedAlbumModel>
