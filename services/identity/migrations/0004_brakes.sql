-- How often attempts at an account, from a device or from an address group failed. The subject is a keyed hash.
create table brakes (
  subject text primary key,
  -- The count of failed and running attempts when the last attempt was made. The decrease since then is computed.
  attempts double precision not null,
  attempted_at timestamptz not null
);

create index brakes_age on brakes (attempted_at);

-- The table brakes replaces the table attempts. That table stays, because replicas of the earlier release still count
-- in it during a rolling update.
delete from attempts;
