-- An upload is ready once the library has handled this generation of its original. Processes of earlier releases accept
-- any generation.
alter table uploads add column generation integer not null default 1;
