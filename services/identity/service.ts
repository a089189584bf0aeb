import type { Provider } from 'oidc-provider'
import { z } from 'zod'
import type { Platform, Service } from '../platform/platform.ts'
import { deleteExpiredRecords } from './adapter.ts'
import { announcementQueue } from './announcing.ts'
import { loadAssets } from './assets.ts'
import { deleteOldAttempts } from './attempts.ts'
import { providerClients, signInClients } from './clients.ts'
import { closeDemoAccounts, createDemoAccounts, demoEntries } from './demo.ts'
import { registerConfirmations } from './confirmations.ts'
import { createDevices } from './devices.ts'
import { registerDevToken } from './devToken.ts'
import { registerEndpoint } from './endpoint.ts'
import { answerLimitsWithPages, answerWithPages } from './failurePages.ts'
import { registerInteractions } from './interactions.ts'
import { loadKeys } from './keys.ts'
import { linkMailQueue } from './linkMails.ts'
import { registerLinks } from './linkRoutes.ts'
import { deleteExpiredLinks } from './mailLinks.ts'
import { createPageContexts } from './pageContext.ts'
import { PasswordTurns } from './passwordTurns.ts'
import { createProvider } from './provider.ts'
import { createProviderPages } from './providerPages.ts'
import { securityHeaders } from './security.ts'
import { createSignInReports } from './signInReports.ts'
import { createSite } from './site.ts'
import type { IdentityTables } from './tables.ts'

const prefix = '/identity'

/** Accounts and the OpenID provider: sign-in, registration, sign-out and access tokens. */
export const identityService: Service = {
  description: 'Accounts and the OpenID provider: sign-in, registration, sign-out and access tokens.',
  migrations: new URL('migrations/', import.meta.url),
  traffic: 'signIn',
  async register(app, platform) {
    const database = platform.database<IdentityTables>('identity')
    const { publicUrl, dataDir, urls, demo } = platform.config
    if (!demo) await closeDemoAccounts(platform)
    const clients = signInClients(publicUrl)
    const site = createSite(platform.http, urls.site)
    const assets = await loadAssets(site, clients)
    const pageContextFor = createPageContexts(site, clients, assets)
    const keys = await loadKeys(dataDir)
    const provider = createProvider({
      issuer: `${publicUrl}${prefix}`,
      database,
      keys,
      clients: providerClients(clients),
      pages: createProviderPages(pageContextFor, platform.log),
    })
    logFailures(provider, platform)
    const headers = securityHeaders(clients)
    app.addHook('onRequest', async (_request, reply) => {
      reply.headers(headers)
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
      }
      registerInteractions(pages, { ...parts, provider, demo: demoEntries(demo) })
      registerLinks(pages, parts)
    })
    registerConfirmations(app, { platform, database, pageContextFor })
    registerDevToken(app, { platform, database, provider, clientId: clients[0]?.clientId ?? '' })
    await app.register(async (rest) => registerEndpoint(rest, provider, publicUrl, prefix))
    platform.jobs.define(announcementQueue(platform, database))
    platform.jobs.define(linkMailQueue(platform, database))
    platform.jobs.define({
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
      },
    })
  },
  demo: createDemoAccounts,
}

function logFailures(provider: Provider, platform: Platform): void {
  provider.on('server_error', (context, error) => {
    platform.log.error({ err: error, reference: context.get('x-correlation-id') }, 'the OpenID provider failed')
  })
}
