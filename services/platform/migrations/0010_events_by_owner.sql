-- Appenders of different accounts no longer wait for each other: the order of commits is kept for each account, by its row
-- in `event_owners`. Positions still come from one sequence.

-- The position of the account's event before this one, by which a reader finds out whether it has missed an event that
-- was removed. Null for events of before this migration. From here on, no other transaction appends events.
alter table events add column previous bigint;

create table event_owners (
  owner text primary key,
  -- The position of the account's newest event.
  position bigint not null
) with (fillfactor = 70);

insert into event_owners (owner, position) select owner, max(position) from events group by owner;

-- Of which accounts the events up to this position were is not known: they were removed before this migration.
alter table event_retention add column unknown_to bigint;
update event_retention set unknown_to = dropped_to;
alter table event_retention alter column unknown_to set not null;

-- All events of the consumer's types up to this position are handled. Renamed, so that consumers of the earlier release
-- stop: they would pass over events that are committed late.
alter table event_consumers rename column position to handled_to;

-- The newest position that a transaction has got. Reading the sequence as a table could give a later one for a moment.
create function issued_position() returns bigint
language sql as $function$ select coalesce(pg_sequence_last_value('platform.event_positions'), 0) $function$;

-- Appends events, and keeps the order of commits for each of their owners: first it waits for transactions that append
-- events of the same owners. Then a shared lock announces that events after the last position so far are being written;
-- it ends with the transaction. `owners` must be distinct and sorted, so that no two transactions wait for each other.
-- `numbers` are those of the owners of the events, from 1.
create function append_events(owners text[], numbers integer[], types text[], contents text[]) returns void
language plpgsql as $function$
declare
  place bigint;
  latest bigint[];
begin
  for n in 1 .. cardinality(owners) loop
    select position into place from platform.event_owners where owner = owners[n] for update;
    if not found then
      insert into platform.event_owners (owner, position) select owners[n], unknown_to from platform.event_retention
      on conflict (owner) do update set position = event_owners.position returning position into place;
    end if;
    latest[n] := place;
  end loop;
  perform pg_advisory_xact_lock_shared((1::bigint << 62) + platform.issued_position());
  for n in 1 .. cardinality(numbers) loop
    insert into platform.events (previous, type, owner, data)
    values (latest[numbers[n]], types[n], owners[numbers[n]], contents[n]::jsonb) returning position into place;
    latest[numbers[n]] := place;
  end loop;
  for n in 1 .. cardinality(owners) loop
    update platform.event_owners set position = latest[n] where owner = owners[n];
  end loop;
end
$function$;

-- For processes of the earlier release, which run until they are replaced.
create or replace function append_events(append_lock bigint, items jsonb, channel text, woken text[]) returns void
language plpgsql as $function$
declare
  owners constant text[] := array(
    select distinct (item->>'owner') collate "C" from jsonb_array_elements(items) as item order by 1
  );
begin
  perform platform.append_events(
    owners,
    array_agg(array_position(owners, item->>'owner') order by number),
    array_agg(item->>'type' order by number),
    array_agg((item->'data')::text order by number)
  ) from jsonb_array_elements(items) with ordinality as list(item, number);
  perform pg_notify(channel, name) from unnest(woken) as name;
end
$function$;

-- The position up to which no event can appear any more: every transaction that has got such a position has ended. The
-- statements must be in this order, and the caller must read the events in a later statement.
create function settled_position() returns bigint
language plpgsql as $function$
declare
  reached constant bigint := platform.issued_position();
begin
  return (
    select least(reached, min((classid::bigint << 32 | objid::bigint) - (1::bigint << 62)))
    from pg_locks
    where locktype = 'advisory' and mode = 'ShareLock' and objsubid = 1 and classid::bigint >> 30 = 1
      and database = (select oid from pg_database where datname = current_database())
  );
end
$function$;
