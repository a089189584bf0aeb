import type { MutationResolvers } from '../../../__generated__/resolvers.ts'
import { unauthenticated } from '../../../errors/codes.ts'
import { verifyIfLost } from '../../../errors/lostAnswers.ts'
import { recentSignInRequired } from '../../../errors/recentSignIn.ts'
import { keyOf } from '../../../relay/globalId.ts'
import { passkeyNotFound } from '../refusals.ts'

/** Resolves `Mutation.removePasskey`. */
export const removePasskey: NonNullable<MutationResolvers['removePasskey']> = async (
  _root,
  { input: { passkeyId, locale } },
  { viewer, passkeys },
) => {
  if (!viewer) throw unauthenticated()
  const id = keyOf('Passkey', passkeyId)
  if (id === null) return passkeyNotFound
  const refusal = await verifyIfLost(passkeys.remove(id, locale), async () =>
    (await passkeys.list())?.some((passkey) => passkey.id === id) === false ? null : undefined,
  )
  if (refusal === 'signInAgain') return recentSignInRequired
  return refusal === 'notFound' ? passkeyNotFound : { __typename: 'RemovePasskeySuccess', removedPasskeyId: passkeyId }
}
