-- The number of mails of each kind that were sent to an account on a day (UTC).
create table platform.mail_counts (
  account_id text not null,
  kind text not null,
  day date not null,
  count integer not null,
  primary key (account_id, kind, day)
);
