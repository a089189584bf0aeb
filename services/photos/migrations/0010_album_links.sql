-- Links to photos that an album shares name this generation. It rises when a participant leaves, which ends earlier links.
alter table albums add column links_generation integer not null default 1;
