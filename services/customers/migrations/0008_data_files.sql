-- The files with all data of a customer that were made within the last hours: the blob `customers/<account>/<id>.json`.
create table data_files (
  id uuid primary key,
  account_id uuid not null,
  requested_at timestamptz not null default clock_timestamp()
);

create index data_files_by_account on data_files (account_id, requested_at);
create index data_files_by_time on data_files (requested_at);
