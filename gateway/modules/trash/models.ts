import type { Connection, Edge } from '../../relay/connection.ts'
import type { WireTrashedPhoto } from '../../upstream/photos/trashWire.ts'

/** The source object of the `TrashedPhoto` resolvers. */
export type TrashedPhotoModel = WireTrashedPhoto

/** A page of the trash. */
export type TrashedPhotoConnectionModel = Connection<TrashedPhotoModel>

/** A photo in a page of the trash. */
export type TrashedPhotoEdgeModel = Edge<TrashedPhotoModel>
