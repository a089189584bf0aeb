-- A job makes the file with all data of a customer, part by part. All blobs of a file are in `customers/<account>/<id>/`.
alter table data_files
  add column status text not null default 'FAILED' check (status in ('PREPARING', 'READY', 'FAILED')),
  -- Whether the customer had a business account.
  add column is_business boolean not null default false,
  -- What is read next: the number of the entry, and the `next` of its last page.
  add column step integer not null default 0,
  add column cursor text,
  -- Each attempt writes its own blobs, so that a process that seemed dead cannot replace a finished part.
  add column attempt integer not null default 0,
  -- The attempts that have written the finished parts, in the order of the parts.
  add column parts integer[] not null default '{}',
  -- The service that did not deliver its part in the last attempt.
  add column waiting_for text,
  -- In bytes; null until the file is ready.
  add column size bigint,
  -- When the file was ready, or has failed.
  add column ended_at timestamptz,
  -- When the row and the blobs are deleted; null while the file is being prepared.
  add column expires_at timestamptz;

alter table data_files alter column status set default 'PREPARING';
update data_files set ended_at = requested_at, expires_at = requested_at + interval '1 hour';

-- One file of an account is prepared at a time.
create unique index data_files_preparing on data_files (account_id) where status = 'PREPARING';
create index data_files_by_end on data_files (expires_at) where expires_at is not null;
drop index data_files_by_time;
