-- The online books. The code is that of the ordered line, in upper case. Codes of orders are unique in the installation.
create table widgets (
  code text primary key,
  account_id uuid not null,
  -- The code of the super order.
  order_code text not null,
  title text not null,
  -- `preparing` until every page has its picture, or the picture is known to be missing.
  state text not null default 'preparing' check (state in ('preparing', 'ready', 'failed')),
  ordered_at timestamptz not null,
  created_at timestamptz not null default clock_timestamp(),
  -- When the copying of the pictures began. The service waits an hour for missing pictures.
  prepared_since timestamptz not null default clock_timestamp(),
  -- Null: not deleted. A deleted widget can be restored for 30 days.
  deleted_at timestamptz
);

create index widgets_by_order_date on widgets (account_id, ordered_at desc, code desc);
create index widgets_by_order on widgets (order_code);
create index widgets_by_deletion on widgets (deleted_at) where deleted_at is not null;
create index widgets_preparing on widgets (code) where state = 'preparing';

-- The pages of a book. Page 1 is the cover, which has the picture of the first photo.
create table widget_pages (
  code text not null references widgets on delete cascade,
  -- The number of the page. 1 is the cover.
  number integer not null,
  -- Null: the order has no photo for the cover.
  photo_id uuid,
  -- The account that owns the photo: the customer, or the owner of a photo in a shared album. Null until the picture is
  -- copied.
  owner_id uuid,
  taken_on date,
  -- Null: not copied yet. False: the picture was lost before it could be copied.
  has_picture boolean,
  -- The size of the largest picture, in pixels. Null: no picture.
  width integer,
  height integer,
  primary key (code, number)
);

create index widget_pages_by_owner on widget_pages (owner_id) where owner_id is not null;

-- The links that open books. A token consists of the id of a row and a signature of this id, so tokens are not stored.
create table links (
  id uuid primary key,
  code text not null references widgets on delete cascade,
  account_id uuid not null,
  kind text not null check (kind in ('recipient', 'public', 'gallery')),
  -- The address of the only recipient, as it was entered, and in the form in which addresses are compared.
  recipient_email text,
  recipient_key text,
  sender_name text,
  message text,
  -- The brand on whose site the link was made, and the language of its mail. Null: unknown.
  brand text,
  locale text,
  created_at timestamptz not null default clock_timestamp(),
  -- Null: the link does not expire.
  expires_at timestamptz,
  -- Null: the link has not been ended.
  ended_at timestamptz,
  -- The state of the mail to the recipient. Null: the link is not mailed.
  mail_state text check (mail_state in ('sending', 'sent', 'notSent')),
  -- Why the mail was not sent.
  mail_reason text,
  -- Increases each time the book is shared with the address, so that a late job does not report on an earlier mail.
  mail_version integer not null default 0,
  views_count integer not null default 0,
  check ((kind = 'recipient') = (recipient_key is not null))
);

create index links_by_code on links (code, created_at desc);
create index links_by_account on links (account_id);
-- Sharing with the same address again uses the same link, unless the link was ended.
create unique index links_of_recipients on links (code, recipient_key) where kind = 'recipient' and ended_at is null;
create unique index links_of_public on links (code) where kind = 'public' and ended_at is null;

-- Visitors by link and day (UTC). Rows are deleted after two days; the counts are in `links`.
create table views (
  link_id uuid not null references links on delete cascade,
  day date not null,
  -- A hash of address and browser with the key of the day.
  visitor text not null,
  primary key (link_id, day, visitor)
);

create index views_by_day on views (day);

-- The random key for the visitors of a day. Without it, hashes of different days cannot be compared.
create table view_keys (
  day date primary key,
  key text not null
);

-- The times at which customers shared books, in the last day.
create table shares (
  account_id uuid not null,
  shared_at timestamptz not null default clock_timestamp()
);

create index shares_by_account on shares (account_id, shared_at);
create index shares_by_age on shares (shared_at);

-- How many mails an address got on a day (UTC), from all customers together. The hash outlives the accounts.
create table recipient_mails (
  address_hash text not null,
  day date not null,
  count integer not null,
  primary key (address_hash, day)
);

-- The addresses that want no mails of this kind.
create table stopped_recipients (
  address_hash text primary key,
  stopped_at timestamptz not null default clock_timestamp()
);

-- Orders that the retailer has blocked. An order can be blocked before its books exist.
create table blocked_orders (
  order_code text primary key,
  blocked_since timestamptz not null default clock_timestamp()
);

-- Cancelled orders. A job that is about to store the books of an order checks them.
create table cancelled_orders (
  order_code text primary key,
  account_id uuid not null,
  cancelled_at timestamptz not null default clock_timestamp()
);

create index cancelled_orders_by_account on cancelled_orders (account_id);
create index cancelled_orders_by_age on cancelled_orders (cancelled_at);

-- Accounts that are marked for deletion: none of their links works.
create table marked_accounts (
  account_id uuid primary key
);

-- The entries of books in the gallery of a shop.
create table gallery_entries (
  code text not null references widgets on delete cascade,
  channel text not null,
  account_id uuid not null,
  title text not null,
  description text not null,
  category_ids text[] not null,
  version integer not null default 1,
  link_id uuid not null references links on delete cascade,
  published_at timestamptz not null default clock_timestamp(),
  changed_at timestamptz not null default clock_timestamp(),
  primary key (code, channel)
);

create index gallery_entries_by_date on gallery_entries (channel, published_at desc, code);
create index gallery_entries_by_account on gallery_entries (account_id);
create index gallery_entries_by_link on gallery_entries (link_id);

-- Demo accounts that have shared their demo book. It is shared only once, so that an ended link stays ended.
create table demo_accounts (
  account_id uuid primary key
);
