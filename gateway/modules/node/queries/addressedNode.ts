import { encodeGlobalId, keyOf } from '../../../relay/globalId.ts'
import { loadNode } from '../../../relay/nodes.ts'
import type { QueryResolvers } from '../../../__generated__/resolvers.ts'

const types = { PHOTO: 'Photo', ALBUM: 'Album', SHARED_ALBUM: 'SharedAlbum', EXPORT: 'Export' } as const

/** `Query.addressedNode`. A service's id may look like a global id, so an id that finds nothing is tried as both. */
export const addressedNode: NonNullable<QueryResolvers['addressedNode']> = async (_root, { type, id }, context) => {
  const named = keyOf(types[type], id) === null ? null : await loadNode(id, context)
  return named ?? loadNode(encodeGlobalId(types[type], id), context)
}
