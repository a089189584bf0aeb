-- Whether the other services were told of an account. Those that are older than what is told of one are told of once more.
alter table accounts add column announced boolean not null default false;

create index accounts_unannounced on accounts (id) where not announced;
