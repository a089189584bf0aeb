import { registerErasure } from '../platform/erasure.ts'
import { createMailTexts } from '../platform/mailTexts.ts'
import { registerAccountRoutes } from './accountRoutes.ts'
import { registerAddressRoutes } from './addressRoutes.ts'
import { resetClocks } from './clock.ts'
import { handleAccountEvents, accountConsumer, accountEventTypes } from './accountEvents.ts'
import { addDemoCustomers } from './demo.ts'
import { registerDemoReceiver } from './demoReceiverRoute.ts'
import { customersErasure } from './erasure.ts'
import { registerDemoRoutes, registerOperatorRoutes } from './operatorRoutes.ts'
import { dataFileQueue } from './personal-data/dataFileJob.ts'
import { dataFileUpkeepQueue } from './personal-data/dataFileUpkeep.ts'
import { registerDataRoutes } from './personal-data/dataRoutes.ts'
import { registerProfileRoutes } from './profileRoutes.ts'
import { handleProjectEvents, projectEventTypes } from './projectCounts.ts'
import { reminderMailQueue } from './reminderMails.ts'
import { retentionQueue } from './retention.ts'
import { upkeepQueue } from './upkeep.ts'
import type { ServiceApp } from '../platform/contract.ts'
import type { Platform, Service } from '../platform/platform.ts'
import type { CustomersTables } from './tables.ts'

/**
 * The customers service: profiles, address books, account information, how long photos are kept, and the retention runs
 * that delete them.
 */
export const customersService: Service = {
  description:
    'Profiles, address books, account information and the retention of photos. Consumes `account.registered` (`{ accountId, email, name, locale, brand, ' +
    'registered }`, from identity) and `order.placed` (`{ orderCode, placed }`), and appends `library.retention-due` ' +
    '(`{ before }`) for photos. Consumes `project.saved`, `project.deleted` and `project.restored` (`{ projectCount }`, from projects), and ' +
    '`account.deletionScheduled` and `account.deletionCancelled` (from identity). Between these two events, the profile is not found.',
  migrations: new URL('migrations/', import.meta.url),
  register,
  demo: addDemoCustomers,
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
  registerErasure(platform, customersErasure(platform, database))
  platform.jobs.define(retentionQueue(platform, database))
  platform.jobs.define(reminderMailQueue(platform, database, createMailTexts(platform)))
  platform.jobs.define(upkeepQueue(database))
  platform.jobs.define(dataFileQueue({ platform, database }))
  platform.jobs.define(dataFileUpkeepQueue({ platform, database }))
  registerAccountRoutes(app, database)
  registerProfileRoutes(app, platform, database)
  registerAddressRoutes(app, database)
  registerDataRoutes(app, { platform, database })
  registerOperatorRoutes(app, platform, database)
  if (platform.config.demo) {
    registerDemoRoutes(app, platform, database)
    await registerDemoReceiver(app)
  } else await resetClocks(database)
}
