create table albums (
  id uuid primary key,
  owner_id uuid not null,
  -- A copy, because participants see it, and accounts belong to another service.
  owner_email text not null,
  name text not null,
  photos_count integer not null default 0,
  created_at timestamptz not null default clock_timestamp(),
  updated_at timestamptz not null default clock_timestamp()
);

create index albums_by_owner on albums (owner_id, created_at, id);

-- Accounts that take part in somebody else's album. An album with participants is shared.
create table album_participants (
  album_id uuid not null references albums on delete cascade,
  account_id uuid not null,
  email text not null,
  joined_at timestamptz not null default clock_timestamp(),
  primary key (album_id, account_id)
);

create index album_participants_by_account on album_participants (account_id, album_id);

-- No foreign key to photos, because PostgreSQL would look up each deleted photo here. A deletion removes all its
-- photos from all albums with one statement.
create table album_photos (
  album_id uuid not null references albums on delete cascade,
  photo_id uuid not null,
  owner_id uuid not null,
  added_at timestamptz not null,
  -- A copy, for the order by capture time.
  taken_at timestamp,
  primary key (album_id, photo_id)
);

create index album_photos_by_photo on album_photos (photo_id);
create index album_photos_by_added on album_photos (album_id, added_at, photo_id);
create index album_photos_by_taken on album_photos (album_id, taken_at, photo_id) where taken_at is not null;
-- Photos without a date, which come last by capture time.
create index album_photos_undated on album_photos (album_id, added_at, photo_id) where taken_at is null;

-- Changes of an album's photos lock the album first, so these two functions never wait for a lock.
create function count_album_added() returns trigger language plpgsql as $$
begin
  update photos.albums set photos_count = photos_count + changes.count, updated_at = clock_timestamp()
  from (select album_id, count(*) as count from added group by album_id) as changes
  where albums.id = changes.album_id;
  return null;
end
$$;

create function count_album_removed() returns trigger language plpgsql as $$
begin
  update photos.albums set photos_count = photos_count - changes.count, updated_at = clock_timestamp()
  from (select album_id, count(*) as count from removed group by album_id) as changes
  where albums.id = changes.album_id;
  return null;
end
$$;

create trigger album_photos_added after insert on album_photos
  referencing new table as added for each statement execute function count_album_added();

create trigger album_photos_removed after delete on album_photos
  referencing old table as removed for each statement execute function count_album_removed();

-- The demo albums that were made. A demo album that the customer deletes is not made again.
create table demo_albums (name text primary key);
