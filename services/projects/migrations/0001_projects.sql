create table projects (
  account_id uuid not null,
  -- Chosen by the editor. Unique only within the account, so that no call reveals which ids others use.
  id uuid not null,
  name text not null,
  product_code text not null,
  article_type text not null,
  -- Null: the product has no pages.
  pages integer,
  version integer not null default 1,
  created_at timestamptz not null default clock_timestamp(),
  changed_at timestamptz not null default clock_timestamp(),
  -- Null: not deleted.
  deleted_at timestamptz,
  primary key (account_id, id)
);

create index projects_by_change on projects (account_id, changed_at desc, id desc);
create index projects_by_deletion on projects (deleted_at) where deleted_at is not null;

create table project_photos (
  account_id uuid not null,
  project_id uuid not null,
  -- Index of the photo in the project, from 0.
  position integer not null,
  photo_id uuid not null,
  -- True: the photo was deleted for good.
  is_missing boolean not null default false,
  primary key (account_id, project_id, position),
  foreign key (account_id, project_id) references projects on delete cascade
);

create index project_photos_by_photo on project_photos (photo_id);

-- Photos that were deleted for good in the last day: an editor may save a project that still names them.
create table deleted_photos (
  photo_id uuid primary key,
  deleted_at timestamptz not null default clock_timestamp()
);

create index deleted_photos_by_age on deleted_photos (deleted_at);

-- The demo accounts whose demo projects were added. They are added only once, so that deleted ones stay deleted.
create table demo_accounts (
  account_id uuid primary key
);
