-- The orders that the consumed events name. An order of a private customer is deleted when it is settled.
create table orders (
  account_id uuid not null,
  -- In upper case.
  order_code text not null,
  -- The position of the first event of the order. Orders are settled by ascending position.
  position bigint not null,
  -- The order, as in the first event that says that the order is paid. Null if the order was cancelled before that.
  data jsonb,
  -- When the order was cancelled. Null: it is not cancelled.
  cancelled_at timestamptz,
  -- False while an invoice or a credit note may have to be issued.
  is_settled boolean not null default false,
  primary key (account_id, order_code)
);

create index orders_to_settle on orders (position) where not is_settled;

-- The last number of each brand. The row is locked while a number is given, so the numbers have no gaps.
create table series (
  brand text primary key,
  year integer not null,
  -- The last number of the year.
  last_number integer not null,
  -- The date of the last document. No later document has an earlier date.
  last_issued_on date not null
);

-- Invoices and credit notes. Only `state`, `pdf_size` and `xml_size` ever change.
create table invoices (
  -- UUIDv7.
  id uuid primary key,
  account_id uuid not null,
  order_code text not null,
  kind text not null check (kind in ('invoice', 'creditNote')),
  brand text not null,
  year integer not null,
  -- From 1, without gaps, per brand and year.
  sequence integer not null,
  -- Such as K2026-000001.
  number text not null unique,
  issued_on date not null,
  -- The language of the document.
  locale text not null,
  currency text not null,
  -- In minor units of the currency. Positive in a credit note, too.
  net bigint not null,
  tax bigint not null,
  total bigint not null check (total = net + tax),
  -- Copies of the data at the time of issue: { seller, buyer, lines, charges, vat, paidOn, credits }.
  content jsonb not null,
  state text not null default 'beingMade' check (state in ('beingMade', 'ready', 'failed')),
  -- The sizes of the PDF and the XML in bytes. Null until the files are ready.
  pdf_size bigint,
  xml_size bigint,
  created_at timestamptz not null default clock_timestamp(),
  unique (brand, year, sequence),
  unique (account_id, order_code, kind),
  check ((state = 'ready') = (pdf_size is not null and xml_size is not null))
);

create index invoices_by_account on invoices (account_id, issued_on desc, id desc);
create index invoices_without_files on invoices (created_at) where state <> 'ready';
