-- Albums are planned page by page: each page of photos is a row, starting with part 1.
alter table backup_albums add column part integer not null default 1;
alter table backup_albums drop constraint backup_albums_pkey;
alter table backup_albums add primary key (backup_id, number, part);

-- Exports at the step `albums` plan their albums again, because the cursor has a new form.
delete from backup_albums where backup_id in (select id from backups where step = 'albums');
update backups set cursor = null where step = 'albums';

-- Indexes to find overdue exports, to count exports by status, and to find exports whose files must be deleted.
create index backups_by_status on backups (status, created_at);
create index backups_by_end on backups (ends_at) where ends_at is not null;
