-- Why the library is deleted: the customer asked, or retention ended. Retention also deletes albums left empty.
alter table library_deletions add column reason text not null default 'customer' check (reason in ('customer', 'retention'));
