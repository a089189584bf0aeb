-- Null: the upload was made before the sign-in, and no account has claimed it.
alter table uploads alter column owner_id drop not null;

-- For the sum of the announced bytes of unclaimed uploads, which each new one needs, and for the deletion of expired
-- ones.
create index uploads_unclaimed on uploads (created_at) include (size) where owner_id is null;

-- How much each address group has announced on a day (UTC) without a token. The row with an empty caller is a lock: all
-- announcements update it, so that together they cannot exceed the total.
create table anonymous_counts (
  -- A keyed hash of the address group. Addresses are not stored.
  caller text not null,
  day date not null,
  uploads integer not null,
  bytes bigint not null,
  primary key (caller, day)
);
