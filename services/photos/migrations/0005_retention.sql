-- Who had the library deleted: the customer, or its time was over. Then albums that it leaves empty go, too.
alter table library_deletions add column reason text not null default 'customer' check (reason in ('customer', 'retention'));
