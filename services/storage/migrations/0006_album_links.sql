-- Albums whose earlier links have ended.
create table album_links (
  album_id uuid primary key,
  -- Links of earlier generations have ended. Null: all links have ended, because the album is deleted.
  generation integer
);
