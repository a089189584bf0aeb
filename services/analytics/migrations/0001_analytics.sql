-- Counts per day. No row says anything about one visitor.
create table daily_counts (
  -- In UTC.
  day date not null,
  brand text not null,
  -- 'pageView' or 'exposure'.
  kind text not null,
  -- The page, such as '/my-photos/albums/:id', or the name of the experiment.
  name text not null,
  -- The variant that was shown; '' for a page.
  variant text not null,
  count bigint not null,
  primary key (day, brand, kind, name, variant)
);
