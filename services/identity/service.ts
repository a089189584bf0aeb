import type { Kysely } from 'kysely'
import { z } from 'zod'
import { addressGroup } from '../../http/addressGroup.ts'
import { registerEventSocket } from '../platform/eventSocket.ts'
import { issuerOf } from '../platform/brands/brand.ts'
import { registerMetrics } from '../platform/metricsRoute.ts'
import type { JobQueue, Service } from '../platform/platform.ts'
import { accountEvents } from './accountEvents.ts'
import { deleteExpiredRecords } from './adapter.ts'
import { announcementQueue } from './announcing.ts'
import { loadAssets } from './assets.ts'
import { deleteOldAttempts } from './attempts.ts'
import { findSignInClient } from './clients.ts'
import { closeDemoAccounts, createDemoAccounts, demoEntries } from './demo.ts'
import { registerConnections } from './connectionRoutes.ts'
import { registerConsent } from './consentRoutes.ts'
import { registerConfirmations } from './confirmations.ts'
import { createDeletionMails, scheduledMailQueue, undoneMailQueue } from './deletion/deletionMails.ts'
import { registerDeletionRoutes } from './deletion/deletionRoutes.ts'
import { consumeReports, deletionQueue } from './deletion/erasing.ts'
import { measureDeletions } from './deletion/metrics.ts'
import { createDevices } from './devices.ts'
import { registerDevToken } from './devToken.ts'
import { changeMailQueue } from './emailChangeMails.ts'
import { registerEmailChanges } from './emailChangeRoutes.ts'
import { registerEmailRevert } from './emailRevertRoutes.ts'
import { registerEndpoint } from './endpoint.ts'
import { answerLimitsWithPages, answerWithPages } from './failurePages.ts'
import { registerInteractions } from './interactions.ts'
import { loadKeys } from './keys.ts'
import { linkMailQueue } from './linkMails.ts'
import { registerLanguage } from './languageRoute.ts'
import { registerLinks } from './linkRoutes.ts'
import { deleteOldChanges } from './emailChanges.ts'
import { deleteExpiredLinks } from './mailLinks.ts'
import { createPageContexts } from './pageContext.ts'
import { registerNewPasskeys } from './newPasskeyRoutes.ts'
import { registerPasswordChange } from './passwordChangeRoutes.ts'
import { deleteExpiredChallenges } from './passkeyChallenges.ts'
import { passkeyMailQueue } from './passkeyMails.ts'
import { registerPasskeys } from './passkeyRoutes.ts'
import { registerPasswordFacts } from './passwordFacts.ts'
import { passwordMailQueue } from './passwordMails.ts'
import { registerPasswordReset } from './passwordResetRoutes.ts'
import { PasswordTurns } from './passwordTurns.ts'
import { registerPersonalData } from './personalDataRoutes.ts'
import { createProviders } from './providers.ts'
import { createProviderPages } from './providerPages.ts'
import { securityHeaders } from './security.ts'
import { deleteEndedSessions } from './sessions.ts'
import { registerSessions } from './sessionRoutes.ts'
import { createSignInReports } from './signInReports.ts'
import type { IdentityTables } from './tables.ts'
import { relyingParty } from './webAuthn.ts'

const prefix = '/identity'

/** Accounts and the OpenID provider: sign-in, registration, sign-out and access tokens. */
export const identityService: Service = {
  description: 'Accounts and the OpenID provider: sign-in, registration, sign-out and access tokens.',
  migrations: new URL('migrations/', import.meta.url),
  traffic: 'signIn',
  async register(app, platform) {
    const database = platform.database<IdentityTables>('identity')
    const { brands, config } = platform
    const { publicUrl, demo } = config
    if (!demo) await closeDemoAccounts(platform)
    const assets = await loadAssets(brands)
    const pageContextFor = createPageContexts(platform, assets)
    const keys = await loadKeys(platform.secrets)
    const options = {
      database,
      keys,
      findSignInClient: (clientId: string) => findSignInClient(platform, clientId),
      pages: createProviderPages(pageContextFor, platform.log),
      networkOf: (address: string) => platform.limits.hash(`network:${addressGroup(address)}`),
      failed: (error: unknown) => platform.log.error({ err: error }, 'the use of a session could not be stored'),
    }
    const providers = createProviders(platform, options, (authority) => issuerOf(publicUrl, authority))
    const provider = providers.own
    app.addHook('onRequest', async (_request, reply) => {
      reply.headers(securityHeaders(platform))
    })
    assets.register(app)
    answerLimitsWithPages(app, pageContextFor)
    await app.register(async (pages) => {
      answerWithPages(pages, pageContextFor)
      const parts = {
        platform,
        database,
        reports: createSignInReports(platform.log, platform.metrics),
        turns: new PasswordTurns(),
        devices: createDevices(keys.cookies, publicUrl.startsWith('https:')),
        pageContextFor,
        party: relyingParty(publicUrl),
      }
      registerInteractions(pages, { ...parts, provider, demo: demoEntries(demo) })
      registerNewPasskeys(pages, { ...parts, provider })
      registerPasswordChange(pages, { ...parts, provider })
      registerConsent(pages, { ...parts, provider })
      registerLanguage(pages, publicUrl, brands)
      registerLinks(pages, parts)
      registerEmailRevert(pages, parts)
      registerPasswordReset(pages, parts)
    })
    const mails = createDeletionMails(platform, database)
    registerDeletionRoutes(app, { platform, database, pageContextFor, mails })
    registerMetrics(app, async () => measureDeletions(database))
    consumeReports({ platform, database })
    platform.jobs.define(deletionQueue({ platform, database, mails }))
    platform.jobs.define(scheduledMailQueue(database, mails))
    platform.jobs.define(undoneMailQueue(database, mails))
    registerConfirmations(app, { platform, database, pageContextFor })
    registerSessions(app, { platform, database })
    registerConnections(app, { platform, database })
    registerPasskeys(app, { platform, database, pageContextFor })
    for (const registerFacts of [registerPasswordFacts, registerPersonalData]) registerFacts(app, database)
    registerEmailChanges(app, { platform, database, pageContextFor })
    registerEventSocket(app, '/events', platform, accountEvents)
    registerDevToken(app, { platform, database, providers })
    await app.register(async (rest) => registerEndpoint(rest, providers, publicUrl, prefix))
    platform.jobs.define(announcementQueue(platform, database))
    platform.jobs.define(linkMailQueue(platform, database))
    platform.jobs.define(passkeyMailQueue(platform, database))
    platform.jobs.define(changeMailQueue(platform, database))
    platform.jobs.define(passwordMailQueue(platform, database))
    platform.jobs.define(expiryQueue(database))
  },
  demo: createDemoAccounts,
}

/** Deletes what has expired, every hour. */
function expiryQueue(database: Kysely<IdentityTables>): JobQueue<object> {
  return {
    name: 'identity.expire',
    payload: z.object({}),
    concurrency: 1,
    retries: 3,
    timeoutSeconds: 300,
    cron: '7 * * * *',
    async run(_payload, signal) {
      await deleteExpiredRecords(database, signal)
      await deleteOldAttempts(database)
      await deleteExpiredLinks(database)
      await deleteExpiredChallenges(database)
      await deleteEndedSessions(database, signal)
      await deleteOldChanges(database)
    },
  }
}
