import type { GatewayContext, NodeType } from '../../context.ts'
import { type PagedList, connectionOf } from '../../relay/connection.ts'
import { listScope } from '../../relay/cursor.ts'
import { encodeGlobalId } from '../../relay/globalId.ts'
import type { WirePhoto } from '../../upstream/photos/wire.ts'
import type { TimelineMonthResolvers } from '../../__generated__/resolvers.ts'
import type { TimelineMonthModel } from './models.ts'
import { sortOr } from '../shared/photoSort.ts'

const defaultFirst = 24
const keyPattern = /^(.+):(\d{1,4})-(\d{1,2}):(created|dateTaken):(asc|desc)$/s

/** Resolves the fields of `TimelineMonth`. */
export const TimelineMonth: TimelineMonthResolvers = {
  id: (month) => encodeGlobalId('TimelineMonth', keyOf(month)),
  year: ({ year }) => year || null,
  month: ({ month }) => month || null,
  photosCount: (month, _args, context) => month.count ?? countOf(month, context),
  photos: (month, args, { photos }) => {
    const sort = sortOr(args, month.sort)
    const list: PagedList<WirePhoto> = {
      scope: listScope(['month', month.accountId, month.year, month.month, sort.key, sort.order]),
      defaultFirst,
      idOf: ({ imageId }) => imageId,
      fetch: (cursor, limit) => photos.listMonth(month, { cursor, limit, sort }),
    }
    return connectionOf(list, args)
  },
}

async function countOf({ year, month }: TimelineMonthModel, { loaders }: GatewayContext): Promise<number> {
  const months = await loaders.countMonths()
  return months.find((other) => other.year === year && other.month === month)?.count ?? 0
}

/** Loads a month by id. Only the owner of the library may see it. */
export const timelineMonthNode: NodeType = {
  type: 'TimelineMonth',
  load: (key, { viewer }) => {
    const month = monthOf(key)
    return month && viewer?.accountId === month.accountId ? month : null
  },
}

function keyOf({ accountId, year, month, sort }: TimelineMonthModel): string {
  return `${accountId}:${year}-${month}:${sort.key}:${sort.order}`
}

function monthOf(key: string): TimelineMonthModel | null {
  const parts = keyPattern.exec(key)
  if (!parts) return null
  const [, accountId = '', year = '', month = '', sortKey, order] = parts
  const model: TimelineMonthModel = {
    accountId,
    year: Number(year),
    month: Number(month),
    sort: { key: sortKey === 'created' ? 'created' : 'dateTaken', order: order === 'asc' ? 'asc' : 'desc' },
    count: undefined,
  }
  const isMonth = model.year === 0 ? model.month === 0 : model.month >= 1 && model.month <= 12
  return isMonth && keyOf(model) === key ? model : null
}
