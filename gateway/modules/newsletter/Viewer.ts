import type { ViewerResolvers } from '../../__generated__/resolvers.ts'

/** Resolves the subscription of `Viewer` to marketing mails. */
export const Viewer: Pick<ViewerResolvers, 'newsletter'> = {
  newsletter: (_viewer, _args, { mailing }) => mailing.getSubscription(),
}
