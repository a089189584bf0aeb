-- True: participants see where the owner's photos were taken.
alter table albums add column shares_locations boolean not null default false;
