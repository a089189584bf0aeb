import type { Connection, Edge } from '../../relay/connection.ts'
import type { WireAlbum, WireSharedAlbum } from '../../upstream/photos/albumWire.ts'

/** What the resolvers of an album stand on. */
export type AlbumModel = WireAlbum

/** A page of albums. */
export type AlbumConnectionModel = Connection<AlbumModel>

/** An album of a page. */
export type AlbumEdgeModel = Edge<AlbumModel>

/** What the resolvers of a shared album stand on; who has to do with it may not be read yet. */
export type SharedAlbumModel = WireSharedAlbum

/** A page of shared albums. */
export type SharedAlbumConnectionModel = Connection<SharedAlbumModel>

/** A shared album of a page. */
export type SharedAlbumEdgeModel = Edge<SharedAlbumModel>
