create table vouchers (
  -- In upper case.
  code text primary key check (code ~ '^[A-Z0-9_-]{3,40}$'),
  campaign_name text not null,
  -- The only account that can use the voucher. Null: everybody who has the code.
  account_id uuid,
  -- True: it can be used once. False: each account can use it once.
  is_single_use boolean not null,
  -- The value: minor units, or a percentage.
  amount bigint check (amount > 0),
  percentage integer check (percentage between 1 and 100),
  -- Null if orders may have any currency: possible for a percentage without a minimum order.
  currency text,
  -- Minor units. Null: no minimum.
  minimum_order bigint,
  -- Null: all products.
  product_codes text[],
  -- The last day (UTC) on which the voucher can be reserved. Null: no end.
  valid_until date,
  check ((amount is null) <> (percentage is null)),
  check (currency is not null or (amount is null and minimum_order is null))
);

create table reservations (
  id uuid primary key,
  code text not null references vouchers,
  -- A copy of the voucher's column, for the index below.
  is_single_use boolean not null,
  account_id uuid not null,
  -- The idempotency key of the shop, or the code of the order if the shop sent no key.
  request_key text not null,
  -- The code of the order, in upper case. Null until the shop or an event of the order names it.
  order_code text,
  -- A digest of the order lines.
  digest text not null,
  -- The discount of each line in minor units, and the currency.
  discounts jsonb not null,
  -- expired: the order was not placed or not paid in time. released: the customer has removed the voucher.
  -- returned: the order was cancelled.
  state text not null default 'reserved' check (state in ('reserved', 'used', 'expired', 'released', 'returned')),
  expires_at timestamptz not null,
  changed_at timestamptz not null default clock_timestamp()
);

create unique index reservations_by_request on reservations (account_id, request_key, code);
create index reservations_by_code on reservations (code, account_id);
create index reservations_by_order on reservations (order_code) where order_code is not null;
create index reservations_by_end on reservations (expires_at) where state = 'reserved';
create index reservations_to_delete on reservations (changed_at)
  where state in ('expired', 'released') and order_code is null;

-- Not even two processes can reserve the same voucher twice.
create unique index reservations_of_single_use on reservations (code)
  where is_single_use and state in ('reserved', 'used');
create unique index reservations_of_account on reservations (code, account_id) where state in ('reserved', 'used');

-- How many unknown codes an account has asked for. The count decreases with time.
create table unknown_codes (
  account_id uuid primary key,
  attempts double precision not null,
  attempted_at timestamptz not null
);
