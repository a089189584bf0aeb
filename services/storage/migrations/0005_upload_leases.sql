-- The request that may write to the upload until its lease ends. Null: none.
alter table uploads add column writer uuid;
alter table uploads add column writer_until timestamptz;

-- Another request waits for the upload: the writer is to stop.
alter table uploads add column is_writer_asked boolean not null default false;
