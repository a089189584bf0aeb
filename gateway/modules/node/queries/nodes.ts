import { badInput } from '../../../errors/codes.ts'
import { type NodeObject, loadNode } from '../../../relay/nodes.ts'
import type { QueryResolvers } from '../../../__generated__/resolvers.ts'

const maximumIds = 100

/** Resolves `Query.nodes`. */
export const nodes: NonNullable<QueryResolvers['nodes']> = (_root, { ids }, context) => {
  if (ids.length > maximumIds) throw badInput(`"ids" names ${ids.length} objects; it may name ${maximumIds} at most.`)
  // Each object has its own promise, so that a failure makes only that entry null. The cast is needed because the
  // generated type does not allow a promise of null.
  return ids.map((id) => loadNode(id, context) as Promise<NodeObject>)
}
