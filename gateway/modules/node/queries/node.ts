import { loadNode } from '../../../relay/nodes.ts'
import type { QueryResolvers } from '../../../__generated__/resolvers.ts'

/** Resolves `Query.node`. */
export const node: NonNullable<QueryResolvers['node']> = (_root, { id }, context) => loadNode(id, context)
