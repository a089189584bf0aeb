-- Whether the address belongs to the owner of the account: 'unconfirmed' until a mailed link was opened; then
-- 'confirmed'. 'assumed': an account from before confirmations. It gets mail, but its tokens do not claim that the
-- address is verified.
alter table accounts add column email_state text not null default 'assumed'
  check (email_state in ('unconfirmed', 'assumed', 'confirmed'));

-- Links that were mailed to the owners of accounts. Each works once.
create table mail_links (
  -- A digest of the token in the link.
  id text primary key,
  account_id uuid not null,
  expires_at timestamptz not null
);

create index mail_links_expiry on mail_links (expires_at);
