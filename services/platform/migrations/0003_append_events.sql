-- Takes the lock, and writes the rows and notifications, in one statement. Positions are assigned under a lock that is
-- held to the end of the transaction, so they increase in commit order.
create function append_events(append_lock bigint, items jsonb, channel text, woken text[]) returns void
language plpgsql as $function$
begin
  perform pg_advisory_xact_lock(append_lock);
  insert into platform.events (type, owner, data)
  select item->>'type', item->>'owner', item->'data'
  from jsonb_array_elements(items) with ordinality as list(item, number)
  order by number;
  perform pg_notify(channel, name) from unnest(woken) as name;
end
$function$;
