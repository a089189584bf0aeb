-- When to look whether the session has ended: its row is new, or the provider's record was deleted. Null when the record
-- existed at the last look. So the hourly deletion does not read the sessions that go on.
alter table sessions add column check_from timestamptz default now();

-- The sessions that exist already are looked at once.
create index sessions_to_check on sessions (check_from) where check_from is not null;

create function check_session() returns trigger language plpgsql as $function$
begin
  update identity.sessions set check_from = now() where id = old.uid;
  return null;
end
$function$;

create trigger check_session after delete on provider_records
for each row when (old.model = 'Session' and old.uid is not null) execute function check_session();
