import type { Connection, Edge } from '../../relay/connection.ts'
import type { WirePhoto } from '../../upstream/photos/wire.ts'

/** What the resolvers of a photo stand on. */
export type PhotoModel = WirePhoto

/** A page of photos. */
export type PhotoConnectionModel = Connection<PhotoModel>

/** A photo of a page. */
export type PhotoEdgeModel = Edge<PhotoModel>
