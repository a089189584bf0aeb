-- Photos that were handed to an editor, in the order of choosing. Those that are deleted afterwards are left out when it
-- is read, so that a deletion has nothing to do here.
create table temp_selections (
  id uuid primary key,
  owner_id uuid not null,
  photo_ids uuid[] not null,
  created_at timestamptz not null default now()
);

create index temp_selections_by_age on temp_selections (created_at);

-- Libraries that are being emptied of what came in up to a moment; the rest is how far that has come. Only a library
-- that is not done has a row.
create table library_deletions (
  owner_id uuid primary key,
  before timestamptz not null,
  reached_month integer not null default -1,
  reached_created_at timestamptz not null default '-infinity',
  reached_id uuid not null default '00000000-0000-0000-0000-000000000000'
);
