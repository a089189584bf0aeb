import type { MutationResolvers } from '../../../__generated__/resolvers.ts'
import { unauthenticated } from '../../../errors/codes.ts'
import { verifyIfLost } from '../../../errors/lostAnswers.ts'
import { keyOf } from '../../../relay/globalId.ts'
import { passkeyNotFound } from '../refusals.ts'

const invalidName = {
  __typename: 'InvalidPasskeyName',
  code: 'INVALID_PASSKEY_NAME',
  message: 'A name must have 1 to 60 visible characters.',
} as const

/** Resolves `Mutation.renamePasskey`. */
export const renamePasskey: NonNullable<MutationResolvers['renamePasskey']> = async (
  _root,
  { input: { passkeyId, name } },
  { viewer, passkeys },
) => {
  if (!viewer) throw unauthenticated()
  const id = keyOf('Passkey', passkeyId)
  if (id === null) return passkeyNotFound
  const find = async () => (await passkeys.list())?.find((passkey) => passkey.id === id)
  const refusal = await verifyIfLost(passkeys.rename(id, name), async () =>
    (await find())?.name === name ? null : undefined,
  )
  if (refusal === 'invalidName') return invalidName
  const passkey = refusal === null ? await find() : undefined
  return passkey ? { __typename: 'RenamePasskeySuccess', passkey } : passkeyNotFound
}
