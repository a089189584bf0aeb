import { type Disposable, type GraphQLTaggedNode, createOperationDescriptor, getRequest } from 'relay-runtime'
import { type Session, perSession } from '../../../app/Session.ts'

const keptOf = perSession((): { album: Disposable | null } => ({ album: null }))

/**
 * Keeps the data of an album's page in the store until the page of another album is opened. The page then reappears at
 * once, with its scroll position, however many of the album's photos are opened in between.
 */
export function keepAlbum(session: Session, query: GraphQLTaggedNode, id: string): void {
  const kept = keptOf(session)
  const before = kept.album
  kept.album = session.environment.retain(createOperationDescriptor(getRequest(query), { id }))
  before?.dispose()
}
