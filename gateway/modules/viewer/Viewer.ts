import type { ViewerResolvers } from '../../__generated__/resolvers.ts'
import { UpstreamError } from '../../errors/upstreamError.ts'

/** Resolves the fields of `Viewer`. */
export const Viewer: ViewerResolvers = {
  library: ({ accountId }) => ({ accountId }),
  mayReceiveMail: async (_viewer, _args, { identity }) => {
    try {
      const state = await identity.getEmailState()
      return state === null ? null : state !== 'unconfirmed'
    } catch (error) {
      if (error instanceof UpstreamError && error.missingScope === undefined) return null
      throw error
    }
  },
}
