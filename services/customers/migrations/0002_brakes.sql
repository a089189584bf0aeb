-- While it has a row that is not over, nothing is deleted and nobody is reminded.
create table retention_pauses (
  is_only boolean primary key default true check (is_only),
  until timestamptz not null
);

-- Clocks that a demo has moved: few or none.
create index accounts_with_other_clocks on accounts (id) where clock_offset <> '0';
