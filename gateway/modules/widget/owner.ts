import { unauthenticated } from '../../errors/codes.ts'
import type { GatewayContext } from '../../context.ts'
import { keyOf } from '../../relay/globalId.ts'

/**
 * Whether the viewer can have online books. Business accounts have none, so no call is made for them.
 * @throws UNAUTHENTICATED without a viewer
 */
export function canHaveWidgets({ viewer }: GatewayContext): boolean {
  if (!viewer) throw unauthenticated()
  return !viewer.isBusiness
}

/**
 * The code of the book whose global id a mutation was given. Null for an id of another type, and for a viewer without
 * books.
 * @throws UNAUTHENTICATED without a viewer
 */
export function widgetIdIn(context: GatewayContext, globalId: string): string | null {
  return canHaveWidgets(context) ? keyOf('Widget', globalId) : null
}
