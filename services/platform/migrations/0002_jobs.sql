-- The job queue creates its tables in this schema. Created here, because two concurrent first starts would conflict.
create schema if not exists jobs;
