import { accountEventTypes, handleAccountEvents } from './accountEvents.ts'
import { mailingErasure } from './erasure.ts'
import { registerNewsletterRoutes } from './newsletterRoutes.ts'
import { newsletterQueue } from './newsletters.ts'
import { optInMailQueue } from './optInMails.ts'
import { registerPersonalData } from './personalDataRoutes.ts'
import { registerSubscriptionRoutes } from './subscriptionRoutes.ts'
import { registerUnsubscribePages } from './unsubscribeRoutes.ts'
import { upkeepQueue } from './upkeep.ts'
import type { ServiceApp } from '../platform/contract.ts'
import { registerErasure } from '../platform/erasure.ts'
import { createMailTexts } from '../platform/mailTexts.ts'
import type { Platform, Service } from '../platform/platform.ts'
import type { MailingTables } from './tables.ts'

/** The e-mail gateway: marketing subscriptions by double opt-in, and newsletters. */
export const mailingService: Service = {
  description:
    'Marketing subscriptions by double opt-in, and newsletters. Consumes `account.emailChanged` (`{ email }`), and ' +
    '`account.deletionScheduled` and `account.deletionCancelled`. Between these two events, no newsletter is sent.',
  migrations: new URL('migrations/', import.meta.url),
  register,
}

async function register(app: ServiceApp, platform: Platform): Promise<void> {
  const database = platform.database<MailingTables>('mailing')
  const texts = createMailTexts(platform)
  platform.events.consume({
    name: 'mailing.accounts',
    database,
    types: accountEventTypes,
    handle: handleAccountEvents,
  })
  registerErasure(platform, mailingErasure(database))
  platform.jobs.define(optInMailQueue(platform, database, texts))
  platform.jobs.define(newsletterQueue(platform, database, texts, platform.config.newsletters))
  platform.jobs.define(upkeepQueue(database))
  registerSubscriptionRoutes(app, platform, database)
  registerPersonalData(app, database)
  registerUnsubscribePages(app, platform, database)
  registerNewsletterRoutes(app, platform, database)
}
