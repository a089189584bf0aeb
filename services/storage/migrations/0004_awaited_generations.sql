-- An upload is ready once the library has handled this generation of its original. Earlier releases wait for any.
alter table uploads add column generation integer not null default 1;
