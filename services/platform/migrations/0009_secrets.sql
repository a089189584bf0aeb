-- The secrets of the installation, which every replica needs: keys that sign, and proofs of who is calling.
create table platform.secrets (
  name text primary key,
  secret text not null check (secret <> ''),
  created_at timestamptz not null default now()
);
