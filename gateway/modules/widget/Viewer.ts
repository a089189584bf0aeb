import { badInput } from '../../errors/codes.ts'
import type { GatewayContext } from '../../context.ts'
import { type PagedList, connectionOf } from '../../relay/connection.ts'
import { listScope } from '../../relay/cursor.ts'
import { type OffsetPage, cursorAt } from '../../upstream/offsetPages.ts'
import { checkLocale } from '../shared/locale.ts'
import type { ViewerResolvers } from '../../__generated__/resolvers.ts'
import { pageOfOrderedWidgets } from './orderedWidgets.ts'
import type { WidgetModel } from './models.ts'

const defaultFirst = 20
/** The widgets service accepts no larger `skip`. */
const maximumSkip = 9_999

/** Resolves the online books of `Viewer`. */
export const Viewer: Pick<ViewerResolvers, 'widgets' | 'widget' | 'galleryCategories'> = {
  widgets: async ({ accountId, isBusiness }, { skip, ...page }, context) => {
    if (skip < 0 || skip > maximumSkip) throw badInput(`"skip" is ${skip}; it must be from 0 to ${maximumSkip}.`)
    if (isBusiness) return null
    let totalCount = 0
    const list: PagedList<WidgetModel> = {
      scope: listScope(['widgets', accountId, skip]),
      defaultFirst,
      start: cursorAt(skip),
      idOf: ({ widgetId }) => widgetId,
      async fetch(cursor, limit) {
        const fetched = await pageOf(context, cursor, limit)
        totalCount = fetched.total
        return fetched
      },
    }
    return { ...(await connectionOf(list, page)), totalCount }
  },
  widget: ({ isBusiness }, { productCode }, { widgets }) => (isBusiness ? null : widgets.find(productCode)),
  galleryCategories: ({ isBusiness }, { locale }, { gallery }) =>
    isBusiness ? null : gallery.listCategories(checkLocale(locale)),
}

async function pageOf(context: GatewayContext, cursor: string | null, limit: number): Promise<OffsetPage<WidgetModel>> {
  const { widgets } = context
  return (await widgets.canList()) ? widgets.list(cursor, limit) : pageOfOrderedWidgets(context, cursor, limit)
}
