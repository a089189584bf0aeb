-- A stored file is a photo once the library has handled this generation of its original (as uploads, decision 0313).
alter table import_files add column generation integer not null default 1;

-- The latest generation that the library has handled.
alter table import_arrivals add column generation integer not null default 1;
