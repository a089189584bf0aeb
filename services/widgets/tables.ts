import type { Generated } from 'kysely'

/**
 * The state of a book's copies. Whether the book is deleted or blocked is stored separately, so that it can be undone.
 */
type CopyState = 'preparing' | 'ready' | 'failed'

export const linkKinds = ['recipient', 'public', 'gallery'] as const

export interface WidgetsTable {
  /** The code of the ordered line, in upper case. */
  code: string
  account_id: string
  /** The code of the super order. */
  order_code: string
  title: string
  state: Generated<CopyState>
  ordered_at: Date
  created_at: Generated<Date>
  /** When the copying of the pictures began. */
  prepared_since: Generated<Date>
  /** Null: not deleted. */
  deleted_at: Generated<Date | null>
}

export interface WidgetPagesTable {
  code: string
  /** The number of the page. 1 is the cover. */
  number: number
  /** Null: the order has no photo for the cover. */
  photo_id: string | null
  /** The account that owns the photo. Null until the picture is copied. */
  owner_id: Generated<string | null>
  /** Such as `2026-11-24`. */
  taken_on: Generated<string | null>
  /** Null: not copied yet. False: the picture was lost before it could be copied. */
  has_picture: Generated<boolean | null>
  /** The width of the largest picture, in pixels. */
  width: Generated<number | null>
  height: Generated<number | null>
}

export interface LinksTable {
  id: string
  code: string
  account_id: string
  kind: (typeof linkKinds)[number]
  /** The address as it was entered. Null: the link is for everybody who has it. */
  recipient_email: string | null
  /** `emailKey` of the address. */
  recipient_key: string | null
  sender_name: string | null
  message: string | null
  /** The key of the brand on whose site the link was made. Null: unknown. */
  brand: string | null
  locale: string | null
  created_at: Generated<Date>
  /** Null: the link does not expire. */
  expires_at: Date | null
  /** Null: the link has not been ended. */
  ended_at: Generated<Date | null>
  /** Null: the link is not mailed. */
  mail_state: 'sending' | 'sent' | 'notSent' | null
  /** Why the mail was not sent. */
  mail_reason: Generated<string | null>
  /** Increases each time the book is shared with the address. */
  mail_version: Generated<number>
  views_count: Generated<number>
}

export interface ViewsTable {
  link_id: string
  /** The day in UTC, such as `2026-11-24`. */
  day: string
  /** A hash of address and browser with the key of the day. */
  visitor: string
}

export interface ViewKeysTable {
  day: string
  key: string
}

export interface SharesTable {
  account_id: string
  shared_at: Generated<Date>
}

export interface RecipientMailsTable {
  /** A hash of the address, because the count is kept even after the sender's account is erased. */
  address_hash: string
  day: string
  count: number
}

export interface StoppedRecipientsTable {
  address_hash: string
  stopped_at: Generated<Date>
}

export interface BlockedOrdersTable {
  /** The code of the super order, in upper case. */
  order_code: string
  blocked_since: Generated<Date>
}

export interface CancelledOrdersTable {
  order_code: string
  account_id: string
  cancelled_at: Generated<Date>
}

export interface MarkedAccountsTable {
  account_id: string
}

export interface GalleryEntriesTable {
  code: string
  channel: string
  account_id: string
  title: string
  description: string
  category_ids: string[]
  version: Generated<number>
  link_id: string
  published_at: Generated<Date>
  changed_at: Generated<Date>
}

export interface DemoAccountsTable {
  account_id: string
}

export interface WidgetsTables {
  widgets: WidgetsTable
  widget_pages: WidgetPagesTable
  links: LinksTable
  views: ViewsTable
  view_keys: ViewKeysTable
  shares: SharesTable
  recipient_mails: RecipientMailsTable
  stopped_recipients: StoppedRecipientsTable
  blocked_orders: BlockedOrdersTable
  cancelled_orders: CancelledOrdersTable
  marked_accounts: MarkedAccountsTable
  gallery_entries: GalleryEntriesTable
  demo_accounts: DemoAccountsTable
}
