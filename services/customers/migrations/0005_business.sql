-- True for a business account, which gets invoices.
alter table accounts add column business boolean not null default false;
