import { type Kysely, type QueryExecutorProvider, sql } from 'kysely'

/**
 * `settled`: no event up to this position can appear any more. `last`: the newest position that was given to a
 * transaction. If `last` is above `settled`, events are being written.
 */
export async function readPositions(
  connection: QueryExecutorProvider,
): Promise<{ readonly settled: number; readonly last: number }> {
  const { rows } = await sql<{ settled: number; last: number }>`
    select platform.settled_position() as settled, platform.issued_position() as last`.execute(connection)
  return rows[0] ?? { settled: 0, last: 0 }
}

/**
 * The position of the owner's newest event. If no event of the owner is recorded: the position up to which the owners
 * of removed events were not recorded.
 */
export async function lastPosition(root: Kysely<unknown>, owner: string): Promise<number> {
  const { rows } = await sql<{ last: number }>`
    select coalesce((select position from platform.event_owners where owner = ${owner}), unknown_to) as last
    from platform.event_retention`.execute(root)
  return rows[0]?.last ?? 0
}

/**
 * @returns null if all events of the owner after this position are kept, otherwise the position of the newest removed
 *   event
 */
export async function removedTo(
  root: Kysely<unknown>,
  { owner, after }: { owner: string; after: number },
): Promise<number | null> {
  const retention = sql<{ removed: number }>`select dropped_to as removed from platform.event_retention`
  const removed = (await retention.execute(root)).rows[0]?.removed ?? 0
  if (after >= removed) return null
  // The newest removed event of the owner is the event before the first kept one. If none is kept, it is the owner's
  // last event.
  const { rows } = await sql<{ missed: boolean }>`
    select coalesce(
      (
        select coalesce(previous, ${removed}::bigint) from platform.events
        where owner = ${owner} and position > ${removed} order by position limit 1
      ),
      (select position from platform.event_owners where owner = ${owner}),
      unknown_to
    ) > ${after} as missed from platform.event_retention`.execute(root)
  return rows[0]?.missed ? removed : null
}
