import type { ViewerResolvers } from '../../__generated__/resolvers.ts'
import { UpstreamError } from '../../errors/upstreamError.ts'

/** Resolves the variants of split tests that `Viewer` sees. */
export const Viewer: Pick<ViewerResolvers, 'experimentVariant'> = {
  experimentVariant: async (_viewer, { experiment }, { personalisation }) => {
    try {
      const variants = await personalisation.listVariants()
      return variants.get(experiment) ?? null
    } catch (error) {
      // A page must not wait for a split test, nor fail because of one: it shows the default.
      if (error instanceof UpstreamError) return null
      throw error
    }
  },
}
