import { demoAccounts } from '../platform/demo.ts'
import { createMailTexts } from '../platform/mailTexts.ts'
import { registerAccountRoutes } from './accountRoutes.ts'
import { insertOrComplete } from './accounts.ts'
import { resetClocks } from './clock.ts'
import { handleAccountEvents, accountConsumer, accountEventTypes } from './accountEvents.ts'
import { registerDemoRoutes, registerOperatorRoutes } from './operatorRoutes.ts'
import { handleProjectEvents, projectEventTypes } from './projectCounts.ts'
import { reminderMailQueue } from './reminderMails.ts'
import { retentionQueue } from './retention.ts'
import type { ServiceApp } from '../platform/contract.ts'
import type { Platform, Service } from '../platform/platform.ts'
import type { CustomersTables } from './tables.ts'

/** The customers service: account information, how long photos are kept, and the retention runs that delete them. */
export const customersService: Service = {
  description:
    'Account information and the retention of photos. Consumes `account.registered` (`{ accountId, email, name, locale, brand, ' +
    'registered }`, from identity) and `order.placed` (`{ orderCode, placed }`), and appends `library.retention-due` ' +
    '(`{ before }`) for photos. Consumes `project.saved`, `project.deleted` and `project.restored` (`{ projectCount }`, from projects).',
  migrations: new URL('migrations/', import.meta.url),
  register,
  demo: addDemoAccounts,
}

async function register(app: ServiceApp, platform: Platform): Promise<void> {
  const database = platform.database<CustomersTables>('customers')
  platform.events.consume({
    name: accountConsumer,
    database,
    types: accountEventTypes,
    handle: (events, change) => handleAccountEvents(events, change, platform.log),
  })
  platform.events.consume({
    name: 'customers.projects',
    database,
    types: projectEventTypes,
    handle: (events, change) => handleProjectEvents(events, change, platform.log),
  })
  platform.jobs.define(retentionQueue(platform, database))
  platform.jobs.define(reminderMailQueue(platform, database, createMailTexts(platform)))
  registerAccountRoutes(app, database)
  registerOperatorRoutes(app, platform, database)
  if (platform.config.demo) registerDemoRoutes(app, platform, database)
  else await resetClocks(database)
}

/** Adds the demo accounts of an installation that is older than this service: there was no event for them. */
async function addDemoAccounts(platform: Platform): Promise<void> {
  const database = platform.database<CustomersTables>('customers')
  for (const account of demoAccounts) {
    await insertOrComplete(database, { ...account, business: account.kind === 'business' })
  }
}
