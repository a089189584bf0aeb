import type { Connection, Edge } from '../../relay/connection.ts'
import type { WireDetails, WirePhoto } from '../../upstream/photos/wire.ts'

/** The source object of the `Photo` resolvers. */
export type PhotoModel = WirePhoto

/** A page of photos. */
export type PhotoConnectionModel = Connection<PhotoModel>

/** A photo in a page. */
export type PhotoEdgeModel = Edge<PhotoModel>

/** The source object of the `PhotoDetails` resolvers. */
export type PhotoDetailsModel = WireDetails
