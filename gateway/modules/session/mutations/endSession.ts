import type { MutationResolvers } from '../../../__generated__/resolvers.ts'
import { unauthenticated } from '../../../errors/codes.ts'
import { verifyIfLost } from '../../../errors/lostAnswers.ts'
import { keyOf } from '../../../relay/globalId.ts'

const sessionNotFound = {
  __typename: 'SessionNotFound',
  code: 'NOT_FOUND',
  message: 'The session has ended already, or is not yours.',
} as const

/** Resolves `Mutation.endSession`. */
export const endSession: NonNullable<MutationResolvers['endSession']> = async (
  _root,
  { input: { sessionId } },
  { viewer, sessions },
) => {
  if (!viewer) throw unauthenticated()
  const id = keyOf('Session', sessionId)
  if (id === null) return sessionNotFound
  const hasEnded = await verifyIfLost(sessions.end(id), async () =>
    (await sessions.list())?.some((session) => session.id === id) === false ? true : undefined,
  )
  return hasEnded ? { __typename: 'EndSessionSuccess', endedSessionId: sessionId } : sessionNotFound
}
