-- What customers see about the sessions of their accounts. The session itself is the OpenID provider's record with this
-- `uid`; a row without such a record belongs to a session that has ended.
create table sessions (
  id text primary key,
  account_id uuid not null,
  signed_in_at timestamptz not null,
  -- When the browser last got a token: about every ten minutes while it is used.
  last_seen_at timestamptz not null,
  -- The browser, the operating system and the kind of device, from the header User-Agent; null if unknown.
  browser text,
  system text,
  device text check (device in ('computer', 'phone', 'tablet')),
  -- A keyed hash of the address group.
  network text,
  -- Set when the customer ends the session. A request that is still running cannot save the session again.
  ended_at timestamptz
);

create index sessions_account on sessions (account_id, last_seen_at desc);

-- The sessions that exist already. Their payload is searched as text, because PostgreSQL cannot read the values of JSON
-- that has a NUL character.
insert into sessions (id, account_id, signed_in_at, last_seen_at)
select uid, account_id::uuid, signed_in_at, signed_in_at
from (
  select
    uid,
    substring(payload::text from '"accountId":"([0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})"') as account_id,
    to_timestamp(coalesce(substring(payload::text from '"loginTs":([0-9]{1,12})')::double precision, 0)) as signed_in_at
  from provider_records
  where model = 'Session' and uid is not null and expires_at > now()
) as known
where account_id is not null
on conflict do nothing;
