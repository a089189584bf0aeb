-- Per account: the bytes of its originals. A running total, because a library may have a million originals. Maintained
-- by triggers, so that originals of earlier releases are counted too.
create table account_bytes (
  owner_id uuid primary key,
  stored bigint not null
);

-- Locks accounts in the order of their ids, so that statements on several accounts cannot wait for each other.
create function count_originals() returns trigger language plpgsql as $$
begin
  insert into storage.account_bytes (owner_id, stored)
  select owner_id, sum(size) * tg_argv[0]::integer from changed group by owner_id order by owner_id
  on conflict (owner_id) do update set stored = account_bytes.stored + excluded.stored;
  return null;
end
$$;

-- Creating a trigger locks the table: no original is missed or counted twice by the sums below.
create trigger originals_added after insert on originals
referencing new table as changed for each statement execute function count_originals('1');

create trigger originals_removed after delete on originals
referencing old table as changed for each statement execute function count_originals('-1');

insert into account_bytes (owner_id, stored) select owner_id, sum(size) from originals group by owner_id;

-- Announced bytes are summed at each request, because the number of unfinished uploads is limited.
create index uploads_receiving on uploads (owner_id) include (size) where state = 'RECEIVING';
