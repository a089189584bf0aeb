import type { GatewayContext } from '../context.ts'
import { decodeGlobalId } from './globalId.ts'

/** An object that was loaded by its global id. */
export interface NodeObject {
  readonly __typename: string
}

/**
 * Loads an object by its global id, with its `__typename`; null when the id is invalid, its type unknown, or the object
 * missing or not visible to the viewer.
 * @throws what the type's loader throws, such as UpstreamError
 */
export async function loadNode(id: string, context: GatewayContext): Promise<NodeObject | null> {
  const named = decodeGlobalId(id)
  const nodeType = named && context.nodes.get(named.type)
  if (!nodeType) return null
  const object = await nodeType.load(named.key, context)
  return object && { ...object, __typename: named.type }
}
