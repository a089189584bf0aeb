-- Imports of older libraries, one per account, with their progress.
create table imports (
  owner_id uuid primary key,
  id uuid not null,
  -- The owner's e-mail address, for the albums that the import creates.
  owner_email text not null,
  -- The folder of the older library.
  folder text not null,
  state text not null default 'started' check (state in ('started', 'finished', 'error')),
  phase text not null default 'listing' check (phase in ('listing', 'again', 'files', 'albums')),
  started_at timestamptz not null default clock_timestamp(),
  finished_at timestamptz,
  -- Counted during the listing; final in later phases.
  found_count integer not null default 0,
  imported_count integer not null default 0,
  existing_count integer not null default 0,
  failed_count integer not null default 0,
  -- The time of the last progress.
  progressed_at timestamptz not null default clock_timestamp(),
  told_at timestamptz not null default 'epoch',
  told_progress double precision not null default 0,
  -- Increases each time the failed files are retried.
  round integer not null default 0,
  -- The current worker, and the end of its lease.
  worker uuid,
  worker_until timestamptz not null default '-infinity'
);

-- The albums of the older library in its order, and one entry without a name for the files that are in no album.
create table import_albums (
  owner_id uuid not null,
  position integer not null,
  name text,
  created_at timestamptz,
  found_count integer not null default 0,
  imported_count integer not null default 0,
  existing_count integer not null default 0,
  failed_count integer not null default 0,
  -- The created album, and its progress: places are processed from the last to the first.
  album_id uuid,
  made_at timestamptz,
  reached integer,
  primary key (owner_id, position)
);

create index import_albums_to_make on import_albums (owner_id, position) where reached is null or reached > 0;

create table import_files (
  -- Derived from account and path, so that a file is listed once.
  id uuid primary key,
  owner_id uuid not null,
  -- The order in which files were found; may have gaps.
  number integer not null,
  path text not null,
  file_name text not null,
  -- stored: ingested, but not yet a photo
  state text not null default 'waiting' check (state in ('waiting', 'stored', 'imported', 'existing', 'failed')),
  reason text,
  -- Retries continue the same upload; a new round after a failure is a new upload.
  upload_id uuid not null,
  image_id uuid,
  duplicate boolean,
  attempts integer not null default 0,
  next_at timestamptz not null default '-infinity',
  -- The round of the last attempt.
  round integer not null default 0,
  unique (owner_id, number)
);

create index import_files_waiting on import_files (owner_id, next_at, number) where state = 'waiting';
create index import_files_stored on import_files (owner_id, image_id) where state = 'stored';
create index import_files_failed on import_files (owner_id, number) where state = 'failed';

create table import_album_files (
  owner_id uuid not null,
  album integer not null,
  place integer not null,
  file uuid not null,
  primary key (owner_id, album, file)
);

create index import_album_files_by_place on import_album_files (owner_id, album, place);
create index import_album_files_by_file on import_album_files (file);

-- Originals that became ready or were rejected while their owner had an unfinished import.
create table import_arrivals (
  owner_id uuid not null,
  image_id uuid not null,
  code text,
  primary key (owner_id, image_id)
);
