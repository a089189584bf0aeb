-- The request that may write to the upload until its lease ends. Null: none.
alter table uploads add column writer uuid;
alter table uploads add column writer_until timestamptz;

-- True if another request waits for the upload, so that the writer must stop.
alter table uploads add column is_writer_asked boolean not null default false;
