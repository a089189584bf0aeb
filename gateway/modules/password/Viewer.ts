import type { ViewerResolvers } from '../../__generated__/resolvers.ts'

/** Resolves the field of `Viewer` about the password. */
export const Viewer: Pick<ViewerResolvers, 'passwordState'> = {
  passwordState: (_viewer, _args, { identity }) => identity.getPasswordState(),
}
