-- What a mailed token is for. 'link' confirms the address of its account. Other kinds have another digest, so that
-- replicas of the previous release find none of their tokens.
alter table mail_links add column kind text not null default 'link';
-- What the token is about, such as a new e-mail address.
alter table mail_links add column data jsonb not null default '{}';
-- When the token was used or replaced. Used tokens are kept for a while, so that a page can say that a link was used.
-- They expire at this time as well, so that replicas of the previous release refuse them.
alter table mail_links add column used_at timestamptz;

create index mail_links_account on mail_links (account_id);

-- When all sign-ins of the account were last ended. Sessions and tokens of earlier sign-ins are refused.
alter table accounts add column signed_out_at timestamptz;

-- Changes of e-mail addresses that the owner of the old address may revert. Until then, no other account can have the
-- old address.
create table email_changes (
  id uuid primary key,
  account_id uuid not null,
  old_email text not null,
  old_email_key text not null,
  new_email text not null,
  changed_at timestamptz not null default clock_timestamp(),
  revertible_until timestamptz not null,
  -- Set when this change, or an earlier one of the account, was reverted.
  ended_at timestamptz
);

create index email_changes_account on email_changes (account_id);
create index email_changes_old_address on email_changes (old_email_key);
