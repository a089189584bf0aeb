import type { MutationResolvers } from '../../../__generated__/resolvers.ts'
import { unauthenticated } from '../../../errors/codes.ts'
import { verifyIfLost } from '../../../errors/lostAnswers.ts'
import { keyOf } from '../../../relay/globalId.ts'

const appNotFound = {
  __typename: 'ConnectedAppNotFound',
  code: 'NOT_FOUND',
  message: 'The app is not connected to this account.',
} as const

/** Resolves `Mutation.disconnectApp`. */
export const disconnectApp: NonNullable<MutationResolvers['disconnectApp']> = async (
  _root,
  { input: { appId } },
  { viewer, connectedApps },
) => {
  if (!viewer) throw unauthenticated()
  const id = keyOf('ConnectedApp', appId)
  if (id === null) return appNotFound
  const isDone = await verifyIfLost(connectedApps.disconnect(id), async () =>
    (await connectedApps.list())?.some((app) => app.id === id) === false ? true : undefined,
  )
  return isDone ? { __typename: 'DisconnectAppSuccess', disconnectedAppId: appId } : appNotFound
}
