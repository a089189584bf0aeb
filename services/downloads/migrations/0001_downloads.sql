create table downloads (
  -- UUIDv7, so the ids sort by the time of the request.
  id uuid primary key,
  owner_id uuid not null,
  name text,
  state text not null default 'started' check (state in ('started', 'finished', 'error')),
  -- The files that the owner could read at the time of the request, in the order in which the photos service listed
  -- them.
  originals jsonb not null,
  photos_count integer not null,
  missing_count integer not null,
  progress double precision not null default 0,
  size bigint,
  -- The caller's idempotency key, and a digest of the request.
  request_key text,
  request_digest text not null,
  created_at timestamptz not null default now(),
  -- Null until the archive has finished or failed.
  expires_at timestamptz
);

create index downloads_by_owner on downloads (owner_id, id);

create unique index downloads_by_request on downloads (owner_id, request_key) where request_key is not null;

create index downloads_by_end on downloads (expires_at) where expires_at is not null;
