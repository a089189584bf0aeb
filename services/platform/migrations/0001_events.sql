create table events (
  position bigint generated always as identity primary key,
  type text not null,
  owner text not null,
  data jsonb not null,
  created timestamptz not null default now()
);

create index events_by_owner on events (owner, position);

create table event_consumers (
  name text primary key,
  position bigint not null default 0
);
