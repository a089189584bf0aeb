import type { NodeObject } from '../../relay/nodes.ts'

/** An object that was loaded by its id. */
export type NodeModel = NodeObject
