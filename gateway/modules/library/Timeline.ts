import type { TimelineResolvers } from '../../__generated__/resolvers.ts'

/** `Timeline` */
export const Timeline: TimelineResolvers = {
  months: async ({ accountId, sort }, _args, { loaders }) => {
    const months = await loaders.countMonths()
    const direction = sort.order === 'asc' ? 1 : -1
    return months
      .filter(({ count }) => count > 0)
      .toSorted((one, other) => {
        if ((one.year === 0) !== (other.year === 0)) return one.year === 0 ? 1 : -1
        return direction * (one.year - other.year || one.month - other.month)
      })
      .map((month) => ({ ...month, accountId, sort }))
  },
}
