-- True once an event has said whether the account is a business account. It replaces the column announced, which
-- replicas of the earlier release still set during a rolling update: their events do not say it, so this column stays
-- false, and the account is announced once more.
alter table accounts add column announced_business boolean not null default false;

create index accounts_without_type on accounts (id) where not announced_business;
