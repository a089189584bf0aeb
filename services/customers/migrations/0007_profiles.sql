-- What customers have entered about themselves. A customer without a row, or with version 0, has entered nothing.
create table profiles (
  account_id uuid primary key,
  first_name text,
  last_name text,
  -- In E.164 form.
  phone text,
  date_of_birth date,
  -- The language that the customer has chosen. Null: that of the registration, which is in `accounts`.
  locale text,
  company text,
  vat_id text,
  registration_number text,
  -- Used only for business accounts.
  business_status text not null default 'Default'
    check (business_status in ('Default', 'New', 'Validated', 'Blocked')),
  callback_url text,
  callback_format text check (callback_format in ('json', 'xml', 'csv')),
  -- Increases with every change of the columns above, except by the operator.
  version integer not null default 0,
  -- The number of tests of the callback since this time.
  tests integer not null default 0,
  tests_since timestamptz not null default '-infinity'
);

-- The accounts that are marked for deletion. Their customers can do nothing but sign in to stop the deletion.
create table closings (
  account_id uuid primary key
);

-- The address book.
create table addresses (
  id uuid primary key default gen_random_uuid(),
  account_id uuid not null,
  country text not null,
  name text,
  organization text,
  street text not null,
  house_number text,
  addition text,
  postal_code text,
  city text not null,
  region text,
  phone text,
  is_default boolean not null,
  version integer not null default 1,
  -- The key of the request that has added the address, so that a repeated request adds nothing.
  request_key text,
  created_at timestamptz not null default clock_timestamp(),
  -- A deleted address can be restored for a day. Then it is deleted for good.
  deleted_at timestamptz,
  was_default boolean not null default false
);

create index addresses_by_account on addresses (account_id, created_at);
create unique index one_default_address on addresses (account_id) where is_default and deleted_at is null;
create unique index addresses_by_request on addresses (account_id, request_key) where deleted_at is null;
create index deleted_addresses on addresses (deleted_at) where deleted_at is not null;
