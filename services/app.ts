import type { Logger } from 'pino'
import { z } from 'zod'
import { addressGroup } from '../http/addressGroup.ts'
import type { EndedRequest } from '../http/slowRequests.ts'
import { registerAccess, registerServiceTokens } from './platform/access.ts'
import { registerApiPage } from './platform/apiPage.ts'
import { createPlatform, type RunningPlatform } from './platform/createPlatform.ts'
import { registerLimits } from './platform/limits/registerLimits.ts'
import { processMetrics } from './platform/metrics/processMetrics.ts'
import { createRequestMetrics } from './platform/metrics/requestMetrics.ts'
import { registerMetrics } from './platform/metricsRoute.ts'
import { type OpenApiDocument, registerContract } from './platform/openapi.ts'
import { registerOutboxPage } from './platform/outboxPage.ts'
import { createServiceApp } from './platform/serviceApp.ts'
import { type ServiceName, serviceNames, services as all } from './services.ts'
import type { ServiceApp } from './platform/contract.ts'
import type { Platform, PlatformConfig, Service } from './platform/platform.ts'

/**
 * The services of one process, built and started, but not yet listening on a port. With the role `workers`, `app` has
 * only `/livez`, `/readyz` and `/metrics`.
 */
export interface Services {
  readonly app: ServiceApp
  readonly platform: Platform
  /**
   * Makes `/readyz` answer 503, so that no new requests are sent here. Requests that arrive anyway are still answered.
   */
  drain(): void
  /** Fills an empty installation with demo data, if `DEMO` is on. */
  createDemo(): Promise<void>
}

/**
 * Builds the named services, each below `/<name>`, and starts their jobs and consumers. `app.close()` stops everything.
 * @param options.stallTimeout how long (ms) to wait for a client that has stopped in the middle of a request
 * @throws Error with a readable message for the operator
 */
export async function buildServices(
  config: PlatformConfig,
  names: readonly ServiceName[],
  log: Logger,
  options: { readonly stallTimeout?: number } = {},
): Promise<Services> {
  const running = await createPlatform(config, log)
  const { platform } = running
  const report = (ended: readonly EndedRequest[]) => {
    for (const { url, address } of ended)
      platform.limits.refusals.add({ service: serviceAt(url, names), kind: 'slow', caller: addressGroup(address) })
  }
  const app = createServiceApp(log, config.trustedProxies, { ...options, report })
  // Registering a service declares its jobs and its routes. In a process that only runs jobs, the routes are
  // registered at an app that opens no port, so nobody can call them.
  const routes = config.role === 'workers' ? createServiceApp(log, config.trustedProxies) : app
  let isDraining = false
  app.addHook('preClose', async () => {
    isDraining = true
  })
  app.addHook('onClose', async () => {
    if (routes !== app) await routes.close()
    await running.close()
  })
  try {
    registerHealth(app, async () => !isDraining && (await running.isReady()))
    if (routes === app) registerBackup(app, running)
    registerMetrics(app, () => running.readMetrics(), [platform.metrics, processMetrics()])
    const { services, documents } = await registerServices(routes, platform, names)
    if (config.demo) registerApiPage(routes, documents)
    await registerOutbox(routes, config, log)
    await routes.ready()
    await app.ready()
    await running.start()
    return {
      app,
      platform,
      drain() {
        isDraining = true
      },
      async createDemo() {
        // Only a process that answers requests creates demo data, because creating demo accounts calls the services.
        if (!config.demo || config.role === 'workers') return
        for (const service of services) await service.demo?.(platform)
      },
    }
  } catch (error) {
    await app.close()
    throw error
  }
}

/** The service that a URL names; `none` if it names no service. */
function serviceAt(url: string | undefined, names: readonly ServiceName[]): string {
  return names.find((name) => url?.startsWith(`/${name}/`)) ?? 'none'
}

/** Without SMTP, shows the unsent mails, but only in the demo: their links act on behalf of the recipients. */
async function registerOutbox(app: ServiceApp, config: PlatformConfig, log: Logger): Promise<void> {
  if (config.smtpUrl) return
  if (config.demo) return registerOutboxPage(app, config)
  log.warn('SMTP_URL is not set: mails are only written to the outbox folder, and no customer gets them')
}

interface RegisteredServices {
  readonly services: readonly Service[]
  readonly documents: ReadonlyMap<string, () => OpenApiDocument>
}

/**
 * Registers the named services, each below `/<name>`. A route requires an access token unless it declares another kind
 * of access.
 */
export async function registerServices(
  app: ServiceApp,
  platform: Platform,
  names: readonly ServiceName[],
): Promise<RegisteredServices> {
  const services: Service[] = []
  const documents = new Map<string, () => OpenApiDocument>()
  const measureRequests = createRequestMetrics(platform.metrics)
  for (const name of serviceNames) {
    if (!names.includes(name)) continue
    const service = await all[name]()
    services.push(service)
    if (service.migrations) await platform.migrate(name, service.migrations)
    await app.register(
      async (scope: ServiceApp) => {
        measureRequests(scope, name)
        registerAccess(scope, platform, name)
        registerLimits(scope, platform.limits, { service: name, traffic: service.traffic ?? 'calls' })
        registerServiceTokens(scope, platform, name)
        documents.set(name, registerContract(scope, name, service.description))
        await service.register(scope, platform)
      },
      { prefix: `/${name}` },
    )
  }
  return { services, documents }
}

/** Registers the call that `npm run backup` makes, through the edge. */
function registerBackup(app: ServiceApp, running: RunningPlatform): void {
  const schema = {
    summary: 'Copies an installation with an embedded database',
    description:
      'Puts the copy into the folder `backup` of the data folder. Other database statements wait until the copy is complete.',
    response: { 200: z.object({ folder: z.string() }) },
    problems: { 403: ['OPERATOR_ONLY'], 409: ['BACKUP_EXISTS', 'DATABASE_IS_A_SERVER'] },
  }
  app.post('/dev/backup', { config: { access: 'public' }, schema }, async (request) => {
    running.platform.operator.authorize(request)
    return { folder: await running.makeBackup() }
  })
}

function registerHealth(app: ServiceApp, isReady: () => Promise<boolean>): void {
  app.get('/livez', async () => ({ status: 'ok' }))
  app.get('/readyz', async (_request, reply) => {
    const ready = await isReady()
    return reply.code(ready ? 200 : 503).send({ status: ready ? 'ok' : 'unavailable' })
  })
}
