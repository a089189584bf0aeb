-- The job queue creates its tables in this schema. The schema is created here, because two first starts at the same
-- time would conflict.
create schema if not exists jobs;
