import { z } from 'zod'
import { isUuid } from '../platform/requests.ts'
import type { Kysely } from 'kysely'
import type { Logger } from 'pino'
import type { PlatformEvent } from '../platform/platform.ts'
import type { CustomersTables } from './tables.ts'

/** The events of the projects service. Each has the number of projects after the change. */
export const projectEventTypes: readonly string[] = ['project.saved', 'project.deleted', 'project.restored']

const projectSchema = z.object({ projectCount: z.number().int().min(0) })

/** Stores how many projects accounts have. The latest event of an account counts. */
export async function handleProjectEvents(
  events: readonly PlatformEvent[],
  change: Kysely<CustomersTables>,
  log: Logger,
): Promise<void> {
  for (const { owner, position, data } of events) {
    const project = projectSchema.safeParse(data)
    if (project.success && isUuid(owner)) await setProjectCount(change, owner, project.data.projectCount)
    else log.error({ position }, 'an event of a project is incomplete')
  }
}

/** Stores how many projects an account has. The account may be unknown. */
export async function setProjectCount(database: Kysely<CustomersTables>, id: string, count: number): Promise<void> {
  await database
    .insertInto('project_counts')
    .values({ account_id: id, count })
    .onConflict((conflict) => conflict.column('account_id').doUpdateSet({ count }))
    .execute()
}
