-- The apps of other teams and partners that customers have allowed to use their accounts.
create table connections (
  account_id uuid not null references accounts on delete cascade,
  client_id text not null,
  -- Its name when the customer last allowed it: the client's file can be removed later.
  name text not null,
  -- The scopes that the customer has allowed, separated by spaces.
  scopes text not null,
  connected_at timestamptz not null default now(),
  -- When the app last got a token.
  last_used_at timestamptz,
  primary key (account_id, client_id)
);

-- The account and the client of a grant, so that an app can be disconnected without a search of all grants.
alter table provider_records add column account_id text, add column client_id text;

create index provider_records_grants on provider_records (account_id, client_id) where model = 'Grant';
