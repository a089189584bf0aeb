-- A link to a photo of a shared album contains this generation. The generation increases when a participant leaves,
-- which ends earlier links.
alter table albums add column links_generation integer not null default 1;
