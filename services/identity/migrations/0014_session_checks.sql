-- When to check whether the session has ended. Set when the row is new, or when the provider's record is deleted. Null:
-- the record existed at the last check. So the hourly deletion does not read active sessions.
alter table sessions add column check_from timestamptz default now();

-- Existing sessions are checked once.
create index sessions_to_check on sessions (check_from) where check_from is not null;

create function check_session() returns trigger language plpgsql as $function$
begin
  update identity.sessions set check_from = now() where id = old.uid;
  return null;
end
$function$;

create trigger check_session after delete on provider_records
for each row when (old.model = 'Session' and old.uid is not null) execute function check_session();
