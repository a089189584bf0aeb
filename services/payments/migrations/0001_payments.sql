-- The payment methods of customers, as the payment provider names them. There is no card number here.
create table methods (
  id uuid primary key,
  account_id uuid not null,
  -- The provider's name for the method. Only the provider can charge it.
  provider_reference text not null unique,
  kind text not null check (kind in ('card', 'directDebit')),
  -- Such as `Visa`. Null: the provider does not say.
  brand text check (char_length(brand) <= 40),
  -- The last digits of the card or account, at most 4. Null: the provider does not say.
  last_digits text check (last_digits ~ '^[0-9]{2,4}$'),
  -- The last month in which it can be used, such as `2027-03`. Null: it has no end.
  expires_month text check (expires_month ~ '^[0-9]{4}-[0-9]{2}$'),
  -- When the customer started the setup that stored the method.
  setup_started_at timestamptz not null,
  stored_at timestamptz not null default clock_timestamp(),
  -- Removed or replaced by the customer, but the provider has not confirmed yet that it is detached. Null: stored.
  removed_at timestamptz
);

-- A customer has one stored method.
create unique index methods_of_account on methods (account_id) where removed_at is null;
create index methods_to_detach on methods (removed_at) where removed_at is not null;
create index methods_by_account on methods (account_id);

-- A visit of a customer at the provider's page.
create table setups (
  id uuid primary key,
  account_id uuid not null,
  -- Null until the provider has created the setup.
  provider_setup text unique,
  -- What the brand allows. The provider must not return another kind.
  kinds text[] not null,
  -- open: the customer is at the provider's page. superseded: the customer has stored a method by a later setup.
  state text not null default 'open'
    check (state in ('open', 'pending', 'stored', 'superseded', 'refused', 'cancelled', 'expired')),
  started_at timestamptz not null default clock_timestamp(),
  -- When the provider was last asked.
  asked_at timestamptz not null default clock_timestamp(),
  ended_at timestamptz
);

create index setups_by_account on setups (account_id, started_at);
create index setups_unfinished on setups (asked_at) where state in ('open', 'pending');
create index setups_by_end on setups (ended_at) where ended_at is not null;

-- The payment provider of the demo. A real provider keeps this at its own place.
create table demo_setups (
  -- A secret: anyone who has it can choose the method.
  id text primary key,
  request_key text not null unique,
  kinds text[] not null,
  return_url text not null,
  locale text,
  -- What the customer has chosen. Null: nothing yet.
  choice text check (choice in ('card', 'refusedCard', 'directDebit', 'cancel')),
  chosen_at timestamptz,
  -- The method that the setup has created, if the choice leads to one.
  method_reference text unique,
  -- When the method was deleted. Null: it exists.
  detached_at timestamptz,
  expires_at timestamptz not null
);

create index demo_setups_by_end on demo_setups (expires_at);
