import type { Kysely } from 'kysely'
import { z } from 'zod'
import type { ServiceApp } from '../platform/contract.ts'
import { listOfAccount, pageOfRows } from '../platform/personalData.ts'
import { orderCode } from './orderCodes.ts'
import { listAllWidgets, type WidgetSummary } from './reading.ts'
import { linkKinds, type WidgetsTables } from './tables.ts'

const instant = z.iso.datetime()
const text = z.string().nullable()

const item = z.object({
  widgetId: z.string(),
  title: z.string(),
  created: instant,
  deleted: instant.nullable(),
  pagesCount: z.number().int(),
  missingPagesCount: z.number().int(),
  links: z.array(
    z.object({
      kind: z.enum(linkKinds),
      recipientEmail: text,
      fromName: text,
      message: text,
      created: instant,
      expires: instant.nullable(),
      ended: instant.nullable(),
      viewsCount: z.number().int(),
    }),
  ),
  galleryEntries: z.array(
    z.object({
      channel: z.string(),
      title: z.string(),
      description: z.string(),
      categoryIds: z.array(z.string()),
      published: instant,
    }),
  ),
})
const widgets = listOfAccount(
  'Lists the online books of an account, with their links and gallery entries',
  item,
  orderCode,
)

/** Registers the route from which the customers service reads what this service stores about an account. */
export function registerPersonalData(app: ServiceApp, database: Kysely<WidgetsTables>): void {
  app.get('/accounts/:accountId/personal-data/widgets', widgets, async ({ params, query: { after, limit } }) => {
    const rows = await listAllWidgets(database, params.accountId, { after, limit: limit + 1 })
    const { items, next } = pageOfRows(rows, limit, ({ code }) => code)
    return { items: await toItems(database, items), next }
  })
}

async function toItems(database: Kysely<WidgetsTables>, found: readonly WidgetSummary[]) {
  const codes = found.map(({ code }) => code)
  if (codes.length === 0) return []
  const links = await database
    .selectFrom('links')
    .selectAll()
    .where('code', 'in', codes)
    .orderBy('created_at')
    .orderBy('id')
    .execute()
  const entries = await database
    .selectFrom('gallery_entries')
    .selectAll()
    .where('code', 'in', codes)
    .orderBy('channel')
    .execute()
  return found.map((widget) => ({
    widgetId: widget.code,
    title: widget.title,
    created: widget.created_at.toISOString(),
    deleted: widget.deleted_at?.toISOString() ?? null,
    pagesCount: widget.pages_count,
    missingPagesCount: widget.missing_count,
    links: links
      .filter(({ code }) => code === widget.code)
      .map((link) => ({
        kind: link.kind,
        recipientEmail: link.recipient_email,
        fromName: link.sender_name,
        message: link.message,
        created: link.created_at.toISOString(),
        expires: link.expires_at?.toISOString() ?? null,
        ended: link.ended_at?.toISOString() ?? null,
        viewsCount: link.views_count,
      })),
    galleryEntries: entries
      .filter(({ code }) => code === widget.code)
      .map((entry) => ({
        channel: entry.channel,
        title: entry.title,
        description: entry.description,
        categoryIds: entry.category_ids,
        published: entry.published_at.toISOString(),
      })),
  }))
}
