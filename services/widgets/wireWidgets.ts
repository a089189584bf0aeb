import type { z } from 'zod'
import { bookUrl } from './bookUrls.ts'
import type { WidgetsContext } from './context.ts'
import { pictureKey } from './pictures.ts'
import { daysRestorable, type WidgetSummary } from './reading.ts'
import type { widgetSchema } from './wireSchemas.ts'

export type WireWidget = z.infer<typeof widgetSchema>

const dayMilliseconds = 86_400_000

/**
 * A widget as its owner sees it.
 * @param brand the brand on whose site the owner is signed in; null if this is not known
 */
export function toWireWidget(
  { platform, tokens, findOrigin }: WidgetsContext,
  widget: WidgetSummary,
  brand: string | null,
): WireWidget {
  const { code, deleted_at: deleted, public_link_id: publicLink } = widget
  const state = stateOf(widget)
  const isReady = state === 'ready'
  const cover = pictureKey({ accountId: widget.account_id, code }, 1, 300)
  const restorable = deleted && new Date(deleted.getTime() + daysRestorable * dayMilliseconds)
  return {
    widgetId: code,
    productCode: code,
    orderCode: widget.order_code,
    title: widget.title,
    state,
    pagesCount: widget.pages_count,
    missingPagesCount: widget.missing_count,
    created: widget.created_at.toISOString(),
    restorableUntil: restorable?.toISOString() ?? null,
    coverUrl: widget.state === 'ready' ? platform.blobs.signedUrl(cover) : null,
    ownerUrl: isReady ? bookUrl(findOrigin(brand), tokens.ofOwner(code)) : null,
    publicUrl:
      isReady && publicLink !== null ? bookUrl(findOrigin(widget.public_brand), tokens.ofLink(publicLink)) : null,
    recipientsCount: widget.recipients_count,
    viewsCount: widget.views_count,
  }
}

/** A deleted widget that is blocked as well is `deleted`: it leaves the list, and cannot be restored. */
function stateOf({
  state,
  deleted_at: deleted,
  is_blocked: isBlocked,
}: Pick<WidgetSummary, 'state' | 'deleted_at' | 'is_blocked'>): WireWidget['state'] {
  if (deleted) return 'deleted'
  return isBlocked ? 'blocked' : state
}
