import type { FastifyInstance } from 'fastify'
import type { Logger } from 'pino'
import { customersService } from './customers/service.ts'
import { downloadsService } from './downloads/service.ts'
import { exportsService } from './exports/service.ts'
import { identityService } from './identity/service.ts'
import { photosService } from './photos/service.ts'
import { createPlatform } from './platform/createPlatform.ts'
import { registerOutboxPage } from './platform/outboxPage.ts'
import type { Platform, PlatformConfig, Service, ServiceName } from './platform/platform.ts'
import { createServiceApp } from './platform/serviceApp.ts'
import { pushService } from './push/service.ts'
import { siteService } from './site/service.ts'
import { storageService } from './storage/service.ts'

const available: readonly Service[] = [
  siteService,
  identityService,
  customersService,
  storageService,
  photosService,
  downloadsService,
  exportsService,
  pushService,
]

/** The services of one process, built and started, but not listening. */
export interface Services {
  readonly app: FastifyInstance
  readonly platform: Platform
  /** Fills an empty installation with demo data; does nothing unless the configuration says so. */
  createDemo(): Promise<void>
}

/**
 * Builds the services named, each below `/<name>`, and starts their jobs and consumers. `app.close()` ends all of it.
 * @throws Error with a sentence for the person who starts it
 */
export async function buildServices(
  config: PlatformConfig,
  names: readonly ServiceName[],
  log: Logger,
): Promise<Services> {
  const running = await createPlatform(config, log)
  const { platform } = running
  const services = available.filter(({ name }) => names.includes(name))
  const app = createServiceApp(log, config.trustedProxies)
  let closing = false
  app.addHook('preClose', async () => {
    closing = true
  })
  app.addHook('onClose', () => running.close())
  try {
    registerHealth(app, async () => !closing && (await running.isReady()))
    for (const service of services) {
      await app.register(async (scope) => service.register(scope, platform), { prefix: `/${service.name}` })
    }
    if (!config.smtpUrl) await registerOutboxPage(app, config)
    await app.ready()
    await running.start()
  } catch (error) {
    await app.close()
    throw error
  }
  return {
    app,
    platform,
    async createDemo() {
      if (!config.demo) return
      for (const service of services) await service.demo?.(platform)
    },
  }
}

function registerHealth(app: FastifyInstance, isReady: () => Promise<boolean>): void {
  app.get('/livez', async () => ({ status: 'ok' }))
  app.get('/readyz', async (_request, reply) => {
    const ready = await isReady()
    return reply.code(ready ? 200 : 503).send({ status: ready ? 'ok' : 'unavailable' })
  })
}
