create table backups (
  id uuid primary key,
  owner_id uuid not null,
  channel_id text not null,
  -- Of who asked, for when their account is not known to who keeps contacts.
  email text not null,
  status text not null default 'REQUESTED' check (status in ('REQUESTED', 'IN_PROGRESS', 'FAILED', 'READY')),
  -- What happened in the library behind this position may not be in it.
  library_position bigint not null,
  -- What is planned at the moment, and how far that has come.
  step text not null default 'photos' check (step in ('photos', 'albums', 'chunks')),
  cursor text,
  photos_count integer not null default 0,
  -- Photos that were planned, but gone when their turn came.
  missing_count integer not null default 0,
  bytes bigint not null default 0,
  progress double precision not null default 0,
  -- When an event told of the progress last.
  told_at timestamptz not null default '-infinity',
  created_at timestamptz not null default clock_timestamp(),
  updated_at timestamptz not null default clock_timestamp(),
  -- When it is forgotten, 7 days after it ended; null while it is made.
  ends_at timestamptz,
  mailed_at timestamptz,
  -- Whether its rows of the plan are gone, and, unless it is ready, its files.
  is_clean boolean not null default false
);

-- One at a time for each customer.
create unique index backups_running on backups (owner_id) where status in ('REQUESTED', 'IN_PROGRESS');
create index backups_by_owner on backups (owner_id, created_at);

-- What an export holds, in the order of its files. Without references, since they go in batches.
create table backup_photos (
  backup_id uuid not null,
  number integer not null,
  photo_id uuid not null,
  original_key text not null,
  size bigint not null,
  crc32 bigint not null,
  taken_at text,
  taken_offset text,
  uploaded_at timestamptz not null,
  path text not null,
  -- As file systems compare that do not tell capitals from small letters.
  folded_path text not null,
  -- The same of its name without a number, and that number.
  folded_base text not null,
  copy integer not null,
  -- Its bytes are not those that were taken in.
  is_damaged boolean not null default false,
  primary key (backup_id, number)
);

create unique index backup_photos_by_photo on backup_photos (backup_id, photo_id);
create unique index backup_photos_by_path on backup_photos (backup_id, folded_path);
create index backup_photos_by_base on backup_photos (backup_id, folded_base, copy);

create table backup_albums (
  backup_id uuid not null,
  number integer not null,
  name text not null,
  created_at timestamptz not null,
  photo_ids uuid[] not null,
  primary key (backup_id, number)
);

create table backup_chunks (
  backup_id uuid not null,
  number integer not null,
  first_photo integer not null,
  last_photo integer not null,
  -- Of the photos, and of the file that they are expected to make.
  content_bytes bigint not null,
  file_bytes bigint not null,
  -- Each attempt writes a file of its own: a process that was taken for dead cannot replace what another has finished.
  attempt integer not null default 0,
  -- Null until it is made.
  size bigint,
  checksum text,
  photos_count integer,
  primary key (backup_id, number)
);
