import type { ViewerResolvers } from '../../__generated__/resolvers.ts'

/** Resolves the payment methods of `Viewer`. */
export const Viewer: Pick<ViewerResolvers, 'paymentMethods'> = {
  paymentMethods: (_viewer, _args, { payments }) => payments.read(),
}
