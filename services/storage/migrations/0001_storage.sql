create table uploads (
  id uuid primary key,
  owner_id uuid not null,
  file_name text not null,
  size bigint not null,
  state text not null default 'RECEIVING' check (state in ('RECEIVING', 'PROCESSING', 'READY', 'REJECTED')),
  -- Reserved when the upload is created, so that a repeated ingest writes to the same place. A duplicate gets the
  -- `image_id` of the first upload.
  image_id uuid not null,
  duplicate boolean not null default false,
  code text,
  created_at timestamptz not null default now(),
  changed_at timestamptz not null default now()
);

create index uploads_by_image on uploads (image_id);
create index uploads_by_change on uploads (state, changed_at);

create table originals (
  image_id uuid primary key,
  owner_id uuid not null,
  upload_id uuid not null,
  checksum text not null,
  size bigint not null,
  crc32 bigint not null,
  format text not null check (format in ('jpeg', 'png', 'heic')),
  file_name text not null,
  state text not null default 'PROCESSING' check (state in ('PROCESSING', 'READY')),
  -- Increases when the same content is uploaded again: a removal with an earlier generation is ignored.
  generation integer not null default 1,
  width integer not null,
  height integer not null,
  taken_at timestamp,
  taken_offset text,
  latitude double precision,
  longitude double precision,
  details jsonb not null default '{}',
  thumbhash text,
  thumbnails jsonb,
  created_at timestamptz not null default now(),
  unique (owner_id, checksum)
);

create table demo_pictures (
  owner_id uuid not null,
  number integer not null,
  done boolean not null default false,
  primary key (owner_id, number)
);
