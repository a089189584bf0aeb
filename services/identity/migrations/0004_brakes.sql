-- How often attempts at an account, from a device or from an address group failed. The subject is a keyed hash.
create table brakes (
  subject text primary key,
  -- Failed and running attempts. Decreases with time; the value is that of the last attempt.
  attempts double precision not null,
  attempted_at timestamptz not null
);

create index brakes_age on brakes (attempted_at);

-- Replaced by brakes. The table stays, because replicas of the earlier release still count in it during a rolling update.
delete from attempts;
