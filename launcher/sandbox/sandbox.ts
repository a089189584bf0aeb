import type { FastifyInstance } from 'fastify'
import { z } from 'zod'
import { allowedOrigins, readEnvironment } from '../../config/readEnvironment.ts'
import { buildEdge } from '../../edge/app.ts'
import { readEdgeConfig } from '../../edge/config.ts'
import { buildApp } from '../../gateway/app.ts'
import { readConfig } from '../../gateway/config.ts'
import { startUpstreams } from '../../tests/support/upstream.ts'
import { seedAccounts } from './accounts.ts'
import { createControl } from './control.ts'
import { SeededLibrary } from './seededLibrary.ts'
import { registerStorage } from './storage.ts'
import { Uploads } from './uploads.ts'

type Environment = Readonly<Record<string, string | undefined>>

/** A running sandbox. */
export interface Sandbox {
  /** The URL of the API. */
  readonly url: string
  /** The URL of the control, whose calls a test uses to prepare the sandbox. */
  readonly controlUrl: string
  close(): Promise<void>
}

/**
 * Starts the real edge and the real gateway with services that keep their data in memory. Our own tests of the gateway
 * use the same services, which therefore follow the contracts.
 * @param port the port of the API; the control has the next port
 * @param environment settings of the gateway, such as ALLOWED_ORIGINS
 * @param onStop called after `POST /stop` at the control
 */
export async function startSandbox(port: number, environment: Environment, onStop: () => void): Promise<Sandbox> {
  const url = `http://localhost:${port}`
  const controlUrl = `http://localhost:${port + 1}`
  const origins = readEnvironment(z.object({ ALLOWED_ORIGINS: allowedOrigins }), environment).ALLOWED_ORIGINS
  let uploads: Uploads | undefined
  const upstreams = await startUpstreams(url, (created) => {
    // A sandbox can run for days, so it must not remember every call.
    created.app.addHook('onResponse', async () => {
      created.calls.length = 0
    })
    uploads = new Uploads(created, url)
    registerStorage({ upstreams: created, uploads, publicUrl: url, allowedOrigins: origins })
  })
  const fill = (accountId: string, count: number) => {
    upstreams.setLibrary(accountId, new SeededLibrary(count, url))
    uploads?.deleteAll(accountId)
  }
  seedAccounts(upstreams, fill)
  const control = createControl(upstreams, { fill, stop: onStop })
  const gateway = await buildApp(readConfig(gatewaySettings(environment, url, upstreams.url)))
  const gatewayUrl = await gateway.listen({ host: '127.0.0.1', port: 0 })
  const edge = await buildEdge(
    readEdgeConfig(edgeSettings({ url, controlUrl, gatewayUrl, servicesUrl: upstreams.url })),
  )
  const close = async () => {
    for (const app of [edge, gateway, upstreams.app]) await closeAtOnce(app)
    await control.close()
  }
  try {
    await edge.listen({ host: 'localhost', port })
    await control.listen({ host: 'localhost', port: port + 1 })
  } catch (error) {
    await close()
    throw error
  }
  return { url, controlUrl, close }
}

/** Closes a server, even while a client listens to events. */
async function closeAtOnce(app: FastifyInstance): Promise<void> {
  const closed = app.close()
  app.server.closeAllConnections()
  await closed
}

function gatewaySettings(environment: Environment, publicUrl: string, servicesUrl: string): NodeJS.ProcessEnv {
  return {
    LOG_LEVEL: 'silent',
    // All parts share a process, so a large picture or file delays the gateway, too. The gateway must not refuse
    // operations because of such a delay.
    OVERLOAD_LAG: '10000',
    ...environment,
    PUBLIC_URL: publicUrl,
    SERVICES_URL: servicesUrl,
  }
}

function edgeSettings(urls: Record<'url' | 'controlUrl' | 'gatewayUrl' | 'servicesUrl', string>): Environment {
  return {
    PUBLIC_URL: urls.url,
    GATEWAY_URLS: urls.gatewayUrl,
    SERVICES_URLS: urls.servicesUrl,
    // The sandbox has no pages. For the address of a page, the control answers 404, with a list of its calls.
    WEB_DEV_URL: urls.controlUrl,
    LOG_LEVEL: 'silent',
  }
}
