-- Events lie in partitions by position, so that old events are removed by dropping a table. The table so far becomes the
-- first partition. PostgreSQL reads it once, to check that all its positions are below the limit.
create sequence event_positions as bigint;
select setval('event_positions', last_value, is_called) from events_position_seq;

-- The newest event that was removed because of its age. A reader that resumes before it has missed events.
create table event_retention (dropped_to bigint not null);
insert into event_retention
select coalesce((select min(position) - 1 from events), case when is_called then last_value else 0 end)
from event_positions;

alter table events rename to events_0;
alter index events_pkey rename to events_0_pkey;
alter index events_by_owner rename to events_0_owner_position_idx;
alter table events_0 alter column position drop identity;
alter table events_0 alter column position set default nextval('event_positions');

create table events (
  position bigint primary key default nextval('event_positions'),
  type text not null,
  owner text not null,
  data jsonb not null,
  created timestamptz not null default now()
) partition by range (position);

create index events_by_owner on events (owner, position);

alter table events attach partition events_0 for values from (minvalue) to (10000000000);
