import type { TimelineResolvers } from '../../__generated__/resolvers.ts'
import type { GatewayContext } from '../../context.ts'
import type { TimelineModel } from './models.ts'

/** Maximum length of `firstMonths`. Limits the calls to the service when each month has only a few photos. */
const maximumFirstMonths = 6

/** Resolves the fields of `Timeline`. */
export const Timeline: TimelineResolvers = {
  months: async (timeline, _args, context) => monthsOf(timeline, context),
  firstMonths: async (timeline, { photos }, context) => {
    const months = await monthsOf(timeline, context)
    let total = 0
    const last = months.findIndex(({ count }) => (total += count) >= photos)
    return months.slice(0, Math.min(last === -1 ? months.length : last + 1, maximumFirstMonths))
  },
}

async function monthsOf({ accountId, sort }: TimelineModel, { loaders }: GatewayContext) {
  const months = await loaders.countMonths()
  const direction = sort.order === 'asc' ? 1 : -1
  return months
    .filter(({ count }) => count > 0)
    .toSorted((one, other) => {
      if ((one.year === 0) !== (other.year === 0)) return one.year === 0 ? 1 : -1
      return direction * (one.year - other.year || one.month - other.month)
    })
    .map((month) => ({ ...month, accountId, sort }))
}
