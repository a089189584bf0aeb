import type { ViewerResolvers } from '../../__generated__/resolvers.ts'

/** Resolves the fields of `Viewer` about the sign-in. */
export const Viewer: Pick<ViewerResolvers, 'accountDeletion' | 'emailChange'> = {
  accountDeletion: (viewer, _args, { identity }) => identity.getDeletionState(viewer),
  emailChange: (viewer, _args, { identity }) => identity.getEmailChange(viewer),
}
