-- What visitors write in the feedback widget. No row says who wrote it.
create table feedback (
  -- Chosen by the page for one entry, so that a repeated request adds nothing.
  id uuid primary key,
  -- In UTC, without the time: with it, an entry could be compared with other records.
  day date not null default (now() at time zone 'utc')::date,
  brand text not null,
  locale text not null,
  -- 1 to 5.
  rating smallint not null,
  -- '' if the visitor wrote nothing.
  text text not null
);
create index on feedback (day);
