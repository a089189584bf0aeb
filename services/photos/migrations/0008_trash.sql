-- Deleted photos that can be restored. No list, album or count reads this table.
create table trashed_photos (
  id uuid primary key,
  owner_id uuid not null,
  -- The row of `photos`.
  photo jsonb not null,
  -- The albums that held the photo: [{ album_id, added_at }].
  albums jsonb not null default '[]',
  deleted_at timestamptz not null,
  expires_at timestamptz not null
);

create index trashed_photos_by_deletion on trashed_photos (owner_id, deleted_at, id);
create index trashed_photos_by_expiry on trashed_photos (expires_at);

-- Trashes that are being emptied: photos with `deleted_at <= before` are deleted for good.
create table trash_emptyings (
  owner_id uuid primary key,
  before timestamptz not null
);

alter table library_deletions
  -- Days that the photos stay in the trash. 0: they are deleted for good at once.
  add column trash_days integer not null default 0,
  -- At the end of retention, photos added up to this moment are deleted for good.
  add column final_before timestamptz not null default '-infinity';
