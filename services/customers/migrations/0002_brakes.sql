-- While this table has an unexpired row, retention is paused: no deletions, no reminders.
create table retention_pauses (
  is_only boolean primary key default true check (is_only),
  until timestamptz not null
);

-- Finds the accounts whose clock a demo has moved. There are few or none.
create index accounts_with_other_clocks on accounts (id) where clock_offset <> '0';
