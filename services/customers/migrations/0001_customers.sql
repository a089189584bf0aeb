create table accounts (
  id uuid primary key,
  email text not null,
  -- Null, here and below, means unknown: for accounts older than their registration event.
  name text,
  locale text,
  brand text,
  registered_at timestamptz not null,
  last_order_at timestamptz,
  -- When the photos were last deleted, which starts a new period.
  emptied_at timestamptz,
  -- A deletion date later than the computed one, granted by an operator.
  delayed_at timestamptz,
  projects_count integer not null default 0,
  -- How far the account's clock is ahead of real time, in seconds; 0 except in demos. The dates above and the projected
  -- date use this clock; the other dates below use real time.
  clock_offset interval not null default '0',
  -- Maintained by the trigger, like the following columns.
  projected_at timestamptz not null,
  deletion_at timestamptz not null,
  -- How many reminders of this deletion date are done, and when the next one is due.
  reminded integer not null default 0,
  remind_at timestamptz
);

create index accounts_by_email on accounts (lower(email));
create index accounts_by_deletion on accounts (deletion_at, id);
create index accounts_by_reminder on accounts (remind_at, id) where remind_at is not null;

-- When the first, second, … reminder of a deletion date is due; null after the last. Months are calendar months in UTC.
create function reminder_at(deletion_at timestamptz, number integer) returns timestamptz language sql immutable as $$
  select (deletion_at at time zone 'UTC' - (array['3 months', '1 month', '7 days', '1 day']::interval[])[number])
    at time zone 'UTC'
$$;

-- How many reminders of a deletion date are due at a moment.
create function reminders_due(deletion_at timestamptz, moment timestamptz) returns integer language sql immutable as $$
  select count(*)::integer from generate_series(1, 4) as number
  where customers.reminder_at(deletion_at, number) <= moment
$$;

-- Keeps the dates consistent after every change. A new deletion date restarts the reminders.
create function keep_dates() returns trigger language plpgsql as $$
begin
  new.projected_at = (
    greatest(new.registered_at, new.last_order_at, new.emptied_at) at time zone 'UTC' + interval '18 months'
  ) at time zone 'UTC';
  if new.delayed_at <= new.projected_at then
    new.delayed_at = null;
  end if;
  new.deletion_at = coalesce(new.delayed_at, new.projected_at) - new.clock_offset;
  if tg_op = 'UPDATE' and new.deletion_at <> old.deletion_at then
    new.reminded = 0;
  end if;
  new.remind_at = customers.reminder_at(new.deletion_at, new.reminded + 1);
  return new;
end
$$;

create trigger accounts_dates before insert or update on accounts for each row execute function keep_dates();

-- An order counts once. It may be older than the account's row.
create table orders (
  account_id uuid not null,
  code text not null,
  placed_at timestamptz not null,
  primary key (account_id, code)
);

-- Each reminder of a deletion date is recorded once, and then sent.
create table reminders (
  id uuid primary key default gen_random_uuid(),
  account_id uuid not null references accounts on delete cascade,
  deletion_at timestamptz not null,
  number integer not null,
  recorded_at timestamptz not null default clock_timestamp(),
  -- When the reminder was sent. Null if it is not sent yet, or will never be sent because the date has changed or a
  -- later reminder is due.
  sent_at timestamptz,
  unique (account_id, deletion_at, number)
);
