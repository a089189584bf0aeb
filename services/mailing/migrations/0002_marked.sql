-- True while the account is marked for deletion: then it gets no newsletters.
alter table profiles add column is_marked boolean not null default false;
