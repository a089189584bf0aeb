create table backups (
  id uuid primary key,
  owner_id uuid not null,
  channel_id text not null,
  -- The address in the request's token, in case the customers service does not know the account.
  email text not null,
  status text not null default 'REQUESTED' check (status in ('REQUESTED', 'IN_PROGRESS', 'FAILED', 'READY')),
  -- Events after this position may be missing from the export.
  library_position bigint not null,
  -- The current planning step, and its progress.
  step text not null default 'photos' check (step in ('photos', 'albums', 'chunks')),
  cursor text,
  photos_count integer not null default 0,
  -- Planned photos that are not in the files: they were deleted before their file was made, or are damaged.
  missing_count integer not null default 0,
  bytes bigint not null default 0,
  progress double precision not null default 0,
  -- When progress was last announced.
  told_at timestamptz not null default '-infinity',
  created_at timestamptz not null default clock_timestamp(),
  updated_at timestamptz not null default clock_timestamp(),
  -- When the export expires, 7 days after its end; null while it is unfinished.
  ends_at timestamptz,
  mailed_at timestamptz,
  -- True once the rows of the plan are removed. If the export is not ready, its files are removed too.
  is_clean boolean not null default false
);

-- One unfinished export per customer.
create unique index backups_running on backups (owner_id) where status in ('REQUESTED', 'IN_PROGRESS');
create index backups_by_owner on backups (owner_id, created_at);

-- The photos of an export, in the order of its files. Without foreign keys, because the rows are deleted in batches.
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
  -- The form in which case-insensitive file systems compare paths.
  folded_path text not null,
  -- `folded_path` without the number that makes it unique, and this number.
  folded_base text not null,
  copy integer not null,
  -- True if the bytes of the file differ from the uploaded bytes.
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
  -- The size of the photos, and the estimated size of their file.
  content_bytes bigint not null,
  file_bytes bigint not null,
  -- Each attempt writes its own file, so a process that seemed dead cannot replace a finished file.
  attempt integer not null default 0,
  -- Null until the file is finished.
  size bigint,
  checksum text,
  photos_count integer,
  primary key (backup_id, number)
);
