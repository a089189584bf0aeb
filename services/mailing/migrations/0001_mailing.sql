-- The marketing subscription of an account. An account without a row has never asked for news.
create table profiles (
  account_id uuid primary key,
  -- The address of the account, which gets the mails.
  email text not null,
  -- The address in the form in which addresses are compared.
  email_key text not null,
  state text not null default 'none' check (state in ('none', 'pending', 'subscribed', 'unsubscribed')),
  -- The language and the brand of the page on which the customer has subscribed. Null: unknown.
  locale text,
  brand text,
  requested_at timestamptz,
  confirmed_at timestamptz,
  unsubscribed_at timestamptz
);

create index profiles_subscribed on profiles (account_id) where state = 'subscribed';
create index profiles_pending on profiles (requested_at) where state = 'pending';

-- What the customer has agreed to and withdrawn: the evidence that the law asks for. Rows are never changed.
create table consents (
  id uuid primary key,
  account_id uuid not null references profiles on delete cascade,
  kind text not null check (kind in ('requested', 'confirmed', 'unsubscribed', 'resubscribed', 'addressChanged')),
  -- Where it was said: the page, the mailed link, or the button of a mail program.
  place text not null
    check (place in ('settings', 'confirmationLink', 'unsubscribePage', 'mailProgram', 'emailChange')),
  -- The address at that time.
  email text not null,
  -- The version and the language of the text that the customer has agreed to. Null: no text was agreed to.
  text_version text,
  locale text,
  at timestamptz not null default clock_timestamp()
);

create index consents_by_account on consents (account_id, at);

-- Links that confirm a subscription. Only digests of their tokens are stored.
create table opt_in_links (
  digest text primary key,
  account_id uuid not null references profiles on delete cascade,
  -- The address to which the link was mailed.
  email_key text not null,
  expires_at timestamptz not null,
  used_at timestamptz
);

create index opt_in_links_by_account on opt_in_links (account_id);
create index opt_in_links_by_end on opt_in_links (expires_at);

-- How many such links were mailed to an address on a day (UTC). Requests of all accounts count.
create table opt_in_counts (
  -- A digest of the address: the count outlives the account.
  email_digest text not null,
  day date not null,
  count integer not null,
  primary key (email_digest, day)
);

-- A newsletter that the operator has sent or is sending.
create table newsletters (
  id uuid primary key,
  name text not null unique,
  letter text not null,
  created_at timestamptz not null default clock_timestamp(),
  -- The last account of the batches that are done. Null before the first.
  after_account uuid,
  finished_at timestamptz
);

-- One row per newsletter and reader, inserted before the mail is sent, so that no reader gets a newsletter twice.
create table deliveries (
  newsletter_id uuid not null references newsletters,
  account_id uuid not null references profiles on delete cascade,
  -- The address to which the mail goes.
  email_key text not null,
  -- A digest of the token in the mail's link to unsubscribe.
  unsubscribe_digest text not null unique,
  sent_at timestamptz,
  -- When this link was last used to unsubscribe.
  unsubscribed_at timestamptz,
  primary key (newsletter_id, account_id)
);

create index deliveries_by_account on deliveries (account_id);
