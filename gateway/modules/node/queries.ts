import { badInput } from '../../errors/codes.ts'
import { type NodeObject, loadNode } from '../../relay/nodes.ts'
import type { QueryResolvers } from '../../__generated__/resolvers.ts'

const maximumIds = 100

/** `Query.node` */
export const node: NonNullable<QueryResolvers['node']> = (_root, { id }, context) => loadNode(id, context)

/** `Query.nodes` */
export const nodes: NonNullable<QueryResolvers['nodes']> = (_root, { ids }, context) => {
  if (ids.length > maximumIds) throw badInput(`"ids" names ${ids.length} objects; it may name ${maximumIds} at most.`)
  // Each is awaited by itself, so that one that fails is one null; the generated type knows no promise of null.
  return ids.map((id) => loadNode(id, context) as Promise<NodeObject>)
}
