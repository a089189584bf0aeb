-- An album is planned page by page: each page of its photos is a row, the first of them part 1.
alter table backup_albums add column part integer not null default 1;
alter table backup_albums drop constraint backup_albums_pkey;
alter table backup_albums add primary key (backup_id, number, part);

-- What is in the middle of its albums begins with them anew: its cursor is of another kind now.
delete from backup_albums where backup_id in (select id from backups where step = 'albums');
update backups set cursor = null where step = 'albums';

-- What is overdue, how many there are, and what has to go.
create index backups_by_status on backups (status, created_at);
create index backups_by_end on backups (ends_at) where ends_at is not null;
