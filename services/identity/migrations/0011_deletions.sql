-- Accounts whose deletion was confirmed. 'scheduled': the customer can undo it until deletes_at. 'erasing': the
-- services erase the account. The row is deleted with the account.
create table deletions (
  account_id uuid primary key references accounts on delete cascade,
  state text not null default 'scheduled' check (state in ('scheduled', 'erasing')),
  -- The brand and language of the mails.
  brand text not null,
  locale text not null,
  scheduled_at timestamptz not null default clock_timestamp(),
  deletes_at timestamptz not null,
  -- The round of the erasure, from 1; 0 before the first.
  round integer not null default 0,
  round_at timestamptz,
  -- When the services were last asked to erase. They are asked again if they do not report.
  asked_at timestamptz,
  receipt_at timestamptz
);

create index deletions_due on deletions (deletes_at) where state = 'scheduled';
create index deletions_erasing on deletions (asked_at) where state = 'erasing';

-- Which service has erased an account in which round, and what it keeps because the law asks for it.
create table erasures (
  account_id uuid not null references deletions on delete cascade,
  service text not null,
  round integer not null,
  kept jsonb,
  primary key (account_id, service, round)
);
