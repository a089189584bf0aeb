-- How much an upload without an owner counts against the space of all such uploads: its size while a request writes to
-- it, and for 10 minutes after its last byte; then only the bytes that have arrived.
alter table uploads add column is_held boolean not null default false;
alter table uploads add column arrived bigint not null default 0;
alter table uploads add column received_at timestamptz not null default now();

-- How much of the existing uploads has arrived is unknown here, so they count with their size.
update uploads set arrived = size where owner_id is null;

-- The counted bytes are summed when an upload is created, or continued after a pause.
drop index uploads_unclaimed;
create index uploads_unclaimed on uploads (created_at) include (size, is_held, arrived, received_at)
  where owner_id is null;
