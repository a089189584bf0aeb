import type { CampaignResolvers } from '../../__generated__/resolvers.ts'

/** Resolves the fields of `Campaign`. */
export const Campaign: CampaignResolvers = {
  articleTypes: ({ articleGroups }) => articleGroups,
}
