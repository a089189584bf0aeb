-- When the password was last changed. Null: never, or before this migration.
alter table accounts add column password_changed_at timestamptz;
