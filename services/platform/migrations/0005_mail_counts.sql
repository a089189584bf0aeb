-- How many mails of a kind an account was sent on a day (UTC).
create table platform.mail_counts (
  account_id text not null,
  kind text not null,
  day date not null,
  count integer not null,
  primary key (account_id, kind, day)
);
