-- Photos that were passed to an editor, in the order of the selection. Deleted photos are skipped when the selection is
-- read, so a deletion need not change this table.
create table temp_selections (
  id uuid primary key,
  owner_id uuid not null,
  photo_ids uuid[] not null,
  created_at timestamptz not null default now()
);

create index temp_selections_by_age on temp_selections (created_at);

-- Running deletions of whole libraries, with their progress. A deletion removes the photos that were added up to
-- `before`. A finished deletion has no row.
create table library_deletions (
  owner_id uuid primary key,
  before timestamptz not null,
  reached_month integer not null default -1,
  reached_created_at timestamptz not null default '-infinity',
  reached_id uuid not null default '00000000-0000-0000-0000-000000000000'
);
