import type { ViewerResolvers } from '../../__generated__/resolvers.ts'

/** Resolves the field of `Viewer` about passkeys. */
export const Viewer: Pick<ViewerResolvers, 'passkeys'> = {
  passkeys: (_viewer, _args, { passkeys }) => passkeys.list(),
}
