create table photos (
  id uuid primary key,
  owner_id uuid not null,
  upload_id uuid not null,
  generation integer not null,
  file_name text not null,
  content_type text not null,
  size bigint not null,
  crc32 bigint not null,
  original_key text not null,
  thumbnails jsonb not null,
  width integer not null,
  height integer not null,
  taken_at timestamp,
  taken_offset text,
  -- Year × 100 + month, in local time; 0 without a date.
  taken_month integer not null generated always as (
    coalesce(extract(year from taken_at)::integer * 100 + extract(month from taken_at)::integer, 0)
  ) stored,
  latitude double precision,
  longitude double precision,
  details jsonb not null,
  thumbhash text,
  uploaded_at timestamptz not null,
  created_at timestamptz not null default now()
);

create index photos_by_taken on photos (owner_id, taken_at, id) where taken_at is not null;

create index photos_by_created on photos (owner_id, created_at, id);

-- For the photos of a month, in the order of adding. Month 0 has the photos without a date, which come last in the list
-- by capture time.
create index photos_by_month on photos (owner_id, taken_month, created_at, id);

create table month_counts (
  owner_id uuid not null,
  month integer not null,
  count integer not null,
  primary key (owner_id, month)
);

create function count_added() returns trigger language plpgsql as $$
begin
  insert into photos.month_counts as counts (owner_id, month, count)
  select owner_id, taken_month, count(*) from added group by owner_id, taken_month order by owner_id, taken_month
  on conflict (owner_id, month) do update set count = counts.count + excluded.count;
  return null;
end
$$;

create function count_removed() returns trigger language plpgsql as $$
begin
  insert into photos.month_counts as counts (owner_id, month, count)
  select owner_id, taken_month, -count(*) from removed group by owner_id, taken_month order by owner_id, taken_month
  on conflict (owner_id, month) do update set count = counts.count + excluded.count;
  return null;
end
$$;

create function count_changed() returns trigger language plpgsql as $$
begin
  insert into photos.month_counts as counts (owner_id, month, count)
  select owner_id, taken_month, sum(change) from (
    select owner_id, taken_month, 1 as change from added
    union all
    select owner_id, taken_month, -1 from removed
  ) as changes
  group by owner_id, taken_month having sum(change) <> 0 order by owner_id, taken_month
  on conflict (owner_id, month) do update set count = counts.count + excluded.count;
  return null;
end
$$;

create trigger photos_added after insert on photos
  referencing new table as added for each statement execute function count_added();

create trigger photos_removed after delete on photos
  referencing old table as removed for each statement execute function count_removed();

create trigger photos_changed after update on photos
  referencing old table as removed new table as added for each statement execute function count_changed();
