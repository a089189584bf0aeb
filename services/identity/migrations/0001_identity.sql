create table accounts (
  id uuid primary key,
  email text not null,
  -- The e-mail in its form for comparison: two spellings of one address are one account.
  email_key text not null unique,
  name text not null,
  password_hash text not null,
  business boolean not null default false,
  demo boolean not null default false,
  terms_accepted_at timestamptz,
  created_at timestamptz not null default now()
);

-- The OpenID provider's records: sessions, grants, codes, refresh tokens, interactions.
create table provider_records (
  model text not null,
  id text not null,
  -- Of type json, because jsonb refuses NUL characters, and requests are stored unchanged.
  payload json not null,
  grant_id text,
  uid text,
  consumed_at timestamptz,
  expires_at timestamptz,
  primary key (model, id)
);

create index provider_records_grant on provider_records (grant_id) where grant_id is not null;
create index provider_records_uid on provider_records (uid) where uid is not null;
create index provider_records_expiry on provider_records (expires_at);

-- Failed and running attempts. The subject is a digest of an account or a network address.
create table attempts (
  id bigint generated always as identity primary key,
  subject text not null,
  attempted_at timestamptz not null default now()
);

create index attempts_subject on attempts (subject, attempted_at);
create index attempts_age on attempts (attempted_at);
