-- The state of the request limits of callers, shared by all replicas. A crash of the database empties this table. Then
-- every caller may send a full burst again.
create unlogged table platform.request_counts (
  -- A keyed hash of the limit and the caller: no addresses.
  caller text primary key,
  -- When the caller may send a full burst again.
  full_at timestamptz not null
);
