import { type Kysely, type RawBuilder, sql } from 'kysely'
import type { WidgetsTables } from './tables.ts'

/** How long a deleted widget can be restored. */
export const daysRestorable = 30

/** A widget, with counts of its pages, links and views. */
export interface WidgetSummary {
  readonly code: string
  readonly account_id: string
  readonly order_code: string
  readonly title: string
  readonly state: 'preparing' | 'ready' | 'failed'
  readonly created_at: Date
  readonly deleted_at: Date | null
  readonly is_blocked: boolean
  readonly pages_count: number
  readonly missing_count: number
  readonly recipients_count: number
  readonly views_count: number
  /** Null: the book has no public link. */
  readonly public_link_id: string | null
  readonly public_brand: string | null
}

/** Undefined if the account has no such widget. */
export async function findWidget(
  database: Kysely<WidgetsTables>,
  accountId: string,
  code: string,
): Promise<WidgetSummary | undefined> {
  const [found] = await select(database, sql`account_id = ${accountId} and code = ${code}`)
  return found
}

/**
 * The widgets of the account with these codes, newest order first, including deleted ones.
 * @param codes of super orders, or of their lines
 */
export async function findWidgets(
  database: Kysely<WidgetsTables>,
  accountId: string,
  codes: readonly string[],
): Promise<readonly WidgetSummary[]> {
  const wanted = [...codes]
  return select(
    database,
    sql`account_id = ${accountId} and (code = any(${wanted}::text[]) or order_code = any(${wanted}::text[]))`,
  )
}

/** A page of the account's widgets, newest order first, and the number of all widgets. Leaves out deleted ones. */
export async function listWidgets(
  database: Kysely<WidgetsTables>,
  accountId: string,
  { skip, limit }: { readonly skip: number; readonly limit: number },
): Promise<{ readonly widgets: readonly WidgetSummary[]; readonly count: number }> {
  const ofAccount = sql`account_id = ${accountId} and deleted_at is null`
  const widgets = await select(database, ofAccount, sql`limit ${limit} offset ${skip}`)
  const { rows } = await sql<{ count: number }>`
    select count(*)::integer as count from widgets.widgets where ${ofAccount}`.execute(database)
  return { widgets, count: rows[0]?.count ?? 0 }
}

/** All widgets of an account whose codes come after a given code, sorted by code. */
export async function listAllWidgets(
  database: Kysely<WidgetsTables>,
  accountId: string,
  { after = '', limit }: { readonly after?: string | undefined; readonly limit: number },
): Promise<readonly WidgetSummary[]> {
  return select(database, sql`account_id = ${accountId} and code > ${after}`, sql`limit ${limit}`, 'code')
}

/** Selects the widgets first (`materialized`), so that the pages and links of no other widget are counted. */
async function select(
  database: Kysely<WidgetsTables>,
  condition: RawBuilder<unknown>,
  page: RawBuilder<unknown> = sql``,
  sortedBy: 'newestOrder' | 'code' = 'newestOrder',
): Promise<readonly WidgetSummary[]> {
  const order = sortedBy === 'code' ? sql`widgets.code` : sql`widgets.ordered_at desc, widgets.code desc`
  const { rows } = await sql<WidgetSummary>`
    with chosen as materialized (
      select *, row_number() over (order by ${order}) as place
      from widgets.widgets where ${condition} order by ${order} ${page}
    )
    select chosen.*,
      exists (select from widgets.blocked_orders where blocked_orders.order_code = chosen.order_code) as is_blocked,
      pages.pages_count, pages.missing_count, shared.recipients_count, shared.views_count,
      public_link.id as public_link_id, public_link.brand as public_brand
    from chosen
    cross join lateral (
      select count(*)::integer as pages_count,
        (count(*) filter (where not has_picture))::integer as missing_count
      from widgets.widget_pages where widget_pages.code = chosen.code
    ) as pages
    cross join lateral (
      select coalesce(sum(views_count), 0)::integer as views_count,
        (count(*) filter (
          where kind = 'recipient' and ended_at is null and (expires_at is null or expires_at > now())
        ))::integer as recipients_count
      from widgets.links where links.code = chosen.code
    ) as shared
    left join widgets.links as public_link
      on public_link.code = chosen.code and public_link.kind = 'public' and public_link.ended_at is null
    order by chosen.place`.execute(database)
  return rows
}
