import { type Kysely, sql } from 'kysely'
import { erasingServices } from '../../platform/erasure.ts'
import type { MetricReadings } from '../../platform/metricsRoute.ts'
import type { IdentityTables } from '../tables.ts'

/**
 * Gauges that show operators whether deletions of accounts are late, and which services have not erased their data yet.
 */
export async function measureDeletions(database: Kysely<IdentityTables>): Promise<readonly MetricReadings[]> {
  const { rows } = await sql<{ scheduled: number; erasing: number; overdue: number }>`
    select count(*) filter (where state = 'scheduled')::integer as scheduled,
      count(*) filter (where state = 'erasing')::integer as erasing,
      coalesce(max(extract(epoch from clock_timestamp() - deletes_at)), 0)::double precision as overdue
    from identity.deletions`.execute(database)
  const { scheduled = 0, erasing = 0, overdue = 0 } = rows[0] ?? {}
  return [
    {
      name: 'identity_deletions_count',
      help: 'Accounts whose deletion was confirmed, by state',
      readings: [
        { labels: { state: 'scheduled' }, value: scheduled },
        { labels: { state: 'erasing' }, value: erasing },
      ],
    },
    {
      name: 'identity_deletions_overdue_seconds',
      help: 'How long ago the grace period of the oldest unfinished deletion has ended',
      readings: [{ labels: {}, value: Math.max(0, overdue) }],
    },
    {
      name: 'identity_deletions_waiting',
      help: 'Accounts that a service has not erased in the current round, by service',
      readings: await waitingByService(database),
    },
  ]
}

async function waitingByService(database: Kysely<IdentityTables>): Promise<MetricReadings['readings']> {
  const services = await erasingServices(database)
  const { rows } = await sql<{ service: string; count: number }>`
    select service, count(*)::integer as count
    from identity.deletions cross join unnest(${[...services]}::text[]) as service
    where state = 'erasing' and not exists (
      select from identity.erasures
      where erasures.account_id = deletions.account_id and erasures.service = service.service
        and erasures.round = deletions.round
    ) group by service`.execute(database)
  const counts = new Map(rows.map(({ service, count }) => [service, count]))
  return services.map((service) => ({ labels: { service }, value: counts.get(service) ?? 0 }))
}
