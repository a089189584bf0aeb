-- Null: the upload was made before the sign-in, and no account has claimed it.
alter table uploads alter column owner_id drop not null;

-- The announced bytes of unclaimed uploads are summed when one is created, and expired ones are deleted.
create index uploads_unclaimed on uploads (created_at) include (size) where owner_id is null;

-- How much each address group has announced without an account on a day (UTC). The row without a caller is a lock: all
-- announcements update it, so that together they cannot exceed the total.
create table anonymous_counts (
  -- A keyed hash of the address group: no addresses.
  caller text not null,
  day date not null,
  uploads integer not null,
  bytes bigint not null,
  primary key (caller, day)
);
