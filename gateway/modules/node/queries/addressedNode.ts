import { encodeGlobalId, keyOf } from '../../../relay/globalId.ts'
import { loadNode } from '../../../relay/nodes.ts'
import type { QueryResolvers } from '../../../__generated__/resolvers.ts'

const types = {
  PHOTO: 'Photo',
  ALBUM: 'Album',
  SHARED_ALBUM: 'SharedAlbum',
  EXPORT: 'Export',
  PROJECT: 'Project',
  ADDRESS: 'Address',
} as const

/**
 * Resolves `Query.addressedNode`. An id is tried as a global id first, then as a service's id: the two may look alike.
 */
export const addressedNode: NonNullable<QueryResolvers['addressedNode']> = async (_root, { type, id }, context) => {
  const named = keyOf(types[type], id) === null ? null : await loadNode(id, context)
  return named ?? loadNode(encodeGlobalId(types[type], id), context)
}
