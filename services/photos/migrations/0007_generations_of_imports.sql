-- A stored file becomes a photo when the library has handled this generation of its original. Decision 0313 says the
-- same for uploads.
alter table import_files add column generation integer not null default 1;

-- The latest generation that the library has handled.
alter table import_arrivals add column generation integer not null default 1;
