import type { ViewerResolvers } from '../../__generated__/resolvers.ts'

/** Resolves the fields of `Viewer` about the deletion of the account and the change of its e-mail address. */
export const Viewer: Pick<ViewerResolvers, 'accountDeletion' | 'emailChange'> = {
  accountDeletion: (viewer, _args, { identity }) => identity.getDeletionState(viewer),
  emailChange: (viewer, _args, { identity }) => identity.getEmailChange(viewer),
}
