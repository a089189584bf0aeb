import { type Kysely, sql } from 'kysely'
import type { MetricReadings } from '../platform/metricsRoute.ts'
import type { WidgetsTables } from './tables.ts'

/** Gauges that show operators whether books wait for their pictures. */
export async function measureWidgets(database: Kysely<WidgetsTables>): Promise<readonly MetricReadings[]> {
  const { rows } = await sql<{ count: number; oldest: number | null }>`
    select count(*)::integer as count, extract(epoch from now() - min(prepared_since))::double precision as oldest
    from widgets.widgets where state = 'preparing'`.execute(database)
  const { count = 0, oldest = null } = rows[0] ?? {}
  return [
    {
      name: 'widgets_preparing_count',
      help: 'Online books whose pictures are being copied',
      readings: [{ labels: {}, value: count }],
    },
    {
      name: 'widgets_preparing_oldest_seconds',
      help: 'How long the oldest of these books has been waiting',
      readings: [{ labels: {}, value: Math.max(0, oldest ?? 0) }],
    },
  ]
}
