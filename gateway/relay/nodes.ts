import type { GatewayContext } from '../context.ts'
import { decodeGlobalId } from './globalId.ts'

/** An object that was fetched by its global id. */
export interface NodeObject {
  readonly __typename: string
}

/**
 * The object that a global id names, with its `__typename`; null when it is altered, of no known type, missing, or not
 * for the viewer to see.
 * @throws what the type's loader throws, such as UpstreamError
 */
export async function loadNode(id: string, context: GatewayContext): Promise<NodeObject | null> {
  const named = decodeGlobalId(id)
  const nodeType = named && context.nodes.get(named.type)
  if (!nodeType) return null
  const object = await nodeType.load(named.key, context)
  return object && { ...object, __typename: named.type }
}
