import {
  type Disposable,
  type Environment,
  type GraphQLTaggedNode,
  createOperationDescriptor,
  getRequest,
} from 'relay-runtime'

const kept = new WeakMap<Environment, Disposable>()

/**
 * Keeps what the page of an album shows until that of another is opened: however many of its photos are looked at
 * meanwhile, coming back finds the page as it was, and its scroll position.
 */
export function keepAlbum(environment: Environment, query: GraphQLTaggedNode, id: string): void {
  const before = kept.get(environment)
  kept.set(environment, environment.retain(createOperationDescriptor(getRequest(query), { id })))
  before?.dispose()
}
