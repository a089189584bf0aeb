import type { Connection, Edge } from '../../relay/connection.ts'
import type { WirePhoto } from '../../upstream/photos/wire.ts'

/** What the resolvers of a photo stand on. */
export type PhotoModel = WirePhoto

/** A page of photos. */
export type PhotoConnectionModel = Connection<PhotoModel>

/** A photo of a page. */
export type PhotoEdgeModel = Edge<PhotoModel>

/** What a deletion did, by global ids. */
export interface DeletionModel {
  readonly deletedIds: readonly string[]
  readonly failed: readonly { readonly id: string; readonly code: 'NOT_FOUND' | 'FAILED' }[]
  readonly remainingIds: readonly string[]
  readonly library: { readonly accountId: string }
}
