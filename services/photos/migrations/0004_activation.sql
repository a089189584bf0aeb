-- Older libraries that are or were brought in, one for an account, and how far that is.
create table imports (
  owner_id uuid primary key,
  id uuid not null,
  -- Albums keep it.
  owner_email text not null,
  -- Which of the older libraries.
  folder text not null,
  state text not null default 'started' check (state in ('started', 'finished', 'error')),
  phase text not null default 'listing' check (phase in ('listing', 'again', 'files', 'albums')),
  started_at timestamptz not null default clock_timestamp(),
  finished_at timestamptz,
  -- Counted while it is listed; whole once the phase is another.
  found_count integer not null default 0,
  imported_count integer not null default 0,
  existing_count integer not null default 0,
  failed_count integer not null default 0,
  -- The last time that anything came of it.
  progressed_at timestamptz not null default clock_timestamp(),
  told_at timestamptz not null default 'epoch',
  told_progress double precision not null default 0,
  -- Rises each time that failed files are tried again.
  round integer not null default 0,
  -- Who works on it, and until when the others keep out.
  worker uuid,
  worker_until timestamptz not null default '-infinity'
);

-- The older library's albums in its order; the files that are in none are one more, without a name.
create table import_albums (
  owner_id uuid not null,
  position integer not null,
  name text,
  created_at timestamptz,
  found_count integer not null default 0,
  imported_count integer not null default 0,
  existing_count integer not null default 0,
  failed_count integer not null default 0,
  -- What it has become, and how far that is: places are gone through from the last to the first.
  album_id uuid,
  made_at timestamptz,
  reached integer,
  primary key (owner_id, position)
);

create index import_albums_to_make on import_albums (owner_id, position) where reached is null or reached > 0;

create table import_files (
  -- Of the account and the path, so that a file is found once.
  id uuid primary key,
  owner_id uuid not null,
  -- The order of finding; not without gaps.
  number integer not null,
  path text not null,
  file_name text not null,
  -- stored: taken in, not a photo yet
  state text not null default 'waiting' check (state in ('waiting', 'stored', 'imported', 'existing', 'failed')),
  reason text,
  -- A repetition is the same upload; a later try of a file that has failed is another.
  upload_id uuid not null,
  image_id uuid,
  duplicate boolean,
  attempts integer not null default 0,
  next_at timestamptz not null default '-infinity',
  -- The one in which it was last tried.
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

-- Originals of these accounts that were ready, or rejected, while an import goes on.
create table import_arrivals (
  owner_id uuid not null,
  image_id uuid not null,
  code text,
  primary key (owner_id, image_id)
);
