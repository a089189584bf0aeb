-- The bytes of uploads, if they are among the blobs of a bucket and not in a folder. A row exists once its bytes do.
create table upload_pieces (
  upload_id uuid not null references uploads (id) on delete cascade,
  -- Where the first byte is in the file.
  position bigint not null,
  length bigint not null check (length >= 0),
  key text not null,
  primary key (upload_id, position)
);
