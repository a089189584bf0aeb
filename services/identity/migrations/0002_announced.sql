-- True once the account was announced to the other services. Accounts that are older than this column are announced
-- once more.
alter table accounts add column announced boolean not null default false;

create index accounts_unannounced on accounts (id) where not announced;
