-- How many projects an account has, from the events of the projects service. The account may be unknown here when its
-- first event arrives. `accounts.projects_count` is no longer used.
create table project_counts (
  account_id uuid primary key,
  count integer not null
);
