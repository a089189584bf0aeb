-- An order whose customer cannot be read is tried again later, each time after a longer pause.
alter table orders
  -- How often it has failed.
  add column tries integer not null default 0,
  -- When it is tried next.
  add column next_try_at timestamptz not null default clock_timestamp();

drop index orders_to_settle;
create index orders_to_settle on orders (next_try_at) where not is_settled;
create index orders_waiting on orders (account_id, position) where not is_settled;
