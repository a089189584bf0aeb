import type { PasskeyResolvers } from '../../__generated__/resolvers.ts'
import type { NodeType } from '../../context.ts'
import { encodeGlobalId } from '../../relay/globalId.ts'

/** Resolves the fields of `Passkey`. */
export const Passkey: PasskeyResolvers = {
  id: ({ id }) => encodeGlobalId('Passkey', id),
}

/** Loads a passkey by id. The service lists only the viewer's passkeys. */
export const passkeyNode: NodeType = {
  type: 'Passkey',
  load: async (key, { viewer, passkeys }) => {
    if (!viewer) return null
    return (await passkeys.list())?.find(({ id }) => id === key) ?? null
  },
}
