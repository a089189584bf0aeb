create table downloads (
  -- UUIDv7: their order is that of asking.
  id uuid primary key,
  owner_id uuid not null,
  name text,
  state text not null default 'started' check (state in ('started', 'finished', 'error')),
  -- The files, in their order, as photos told of them when they were asked for: what its owner could read then.
  originals jsonb not null,
  photos_count integer not null,
  missing_count integer not null,
  progress double precision not null default 0,
  size bigint,
  -- What the caller made up for this request, and what it asked for.
  request_key text,
  request_digest text not null,
  created_at timestamptz not null default now(),
  -- Null until it has ended.
  expires_at timestamptz
);

create index downloads_by_owner on downloads (owner_id, id);

create unique index downloads_by_request on downloads (owner_id, request_key) where request_key is not null;

create index downloads_by_end on downloads (expires_at) where expires_at is not null;
