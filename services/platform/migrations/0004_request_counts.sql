-- What callers have left of their request limits, shared by replicas. A crash empties it, which refills the limits.
create unlogged table platform.request_counts (
  -- A keyed hash of the limit and the caller: no addresses.
  caller text primary key,
  -- When the caller may send a full burst again.
  full_at timestamptz not null
);
