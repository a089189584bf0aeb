create table passkeys (
  id uuid primary key,
  account_id uuid not null,
  -- In base64url, like the public key.
  credential_id text not null unique,
  public_key text not null,
  -- The authenticator's counter of signatures. Passkeys that are synchronised between devices always send 0.
  counter bigint not null,
  -- How the browser reaches the authenticator, such as `internal`, separated by spaces.
  transports text not null,
  name text not null,
  created_at timestamptz not null default now(),
  last_used_at timestamptz
);

create index passkeys_account on passkeys (account_id, created_at);

-- The challenge of the page that was shown last in a sign-in request. Each is used once.
create table passkey_challenges (
  -- The uid of the sign-in request, which only the browser with its cookie can continue.
  interaction text primary key,
  challenge text not null,
  expires_at timestamptz not null
);

create index passkey_challenges_expiry on passkey_challenges (expires_at);
