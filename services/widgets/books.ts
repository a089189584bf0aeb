import { type Kysely, sql } from 'kysely'
import type { BookTokens } from './tokens.ts'
import type { LinksTable, WidgetsTables } from './tables.ts'

/** The book behind a valid link. */
export interface Book {
  readonly code: string
  readonly accountId: string
  readonly title: string
  readonly kind: LinksTable['kind'] | 'owner'
  /** Null for the owner's own link. */
  readonly linkId: string | null
  /**
   * The key of the brand on whose site the link was created, and the language of the customer who created it. Null:
   * unknown.
   */
  readonly brand: string | null
  readonly locale: string | null
}

/** A page of a book as its readers see it. */
export interface BookPage {
  readonly number: number
  /** Such as `2026-11-24`. */
  readonly takenOn: string | null
  readonly hasPicture: boolean
  /** The width of the largest picture, in pixels. */
  readonly width: number | null
  readonly height: number | null
}

interface Sources {
  readonly database: Kysely<WidgetsTables>
  readonly tokens: BookTokens
}

/**
 * The book that a link shows now. Null if the token is wrong, if the link has ended or expired, if the book is not
 * ready, deleted or blocked, or if its account is marked for deletion.
 */
export async function findBook({ database, tokens }: Sources, token: string): Promise<Book | null> {
  const named = tokens.read(token)
  if (!named) return null
  if (named.kind === 'link') return findByLink(database, named.linkId)
  return named.expires * 1_000 > Date.now() ? findOwn(database, named.code) : null
}

/** True for an owner's link that was valid once. Its page says that it has expired. */
export function isExpiredOwnerToken(tokens: BookTokens, token: string): boolean {
  const named = tokens.read(token)
  return named?.kind === 'owner' && named.expires * 1_000 <= Date.now()
}

/** All pages of a book, in their order. */
export async function findPages(database: Kysely<WidgetsTables>, code: string): Promise<BookPage[]> {
  const rows = await database
    .selectFrom('widget_pages')
    .select(['number', 'taken_on', 'has_picture', 'width', 'height'])
    .where('code', '=', code)
    .orderBy('number')
    .execute()
  return rows.map(({ number, taken_on: takenOn, has_picture: hasPicture, width, height }) => ({
    number,
    takenOn,
    hasPicture: hasPicture === true,
    width,
    height,
  }))
}

async function findByLink(database: Kysely<WidgetsTables>, linkId: string): Promise<Book | null> {
  const { rows } = await sql<Book>`
    select links.code, links.account_id as "accountId", title, kind, id as "linkId", brand, locale
    from widgets.links join widgets.widgets on widgets.code = links.code
    where id = ${linkId} and ended_at is null and (expires_at is null or expires_at > clock_timestamp())
      and ${isShown}`.execute(database)
  return rows[0] ?? null
}

async function findOwn(database: Kysely<WidgetsTables>, code: string): Promise<Book | null> {
  const { rows } = await sql<Book>`
    select code, account_id as "accountId", title, 'owner' as kind, null as "linkId", null as brand, null as locale
    from widgets.widgets where code = ${code} and ${isShown}`.execute(database)
  return rows[0] ?? null
}

/** Whether the links of a row of `widgets` show the book. */
export const isShown = sql<boolean>`(
  widgets.state = 'ready' and widgets.deleted_at is null
  and not exists (select from widgets.blocked_orders where blocked_orders.order_code = widgets.order_code)
  and not exists (select from widgets.marked_accounts where marked_accounts.account_id = widgets.account_id)
)`
