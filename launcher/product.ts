import { join } from 'node:path'
import { buildEdge } from '../edge/app.ts'
import { readEdgeConfig } from '../edge/config.ts'
import { persistedDocuments } from './build.ts'
import { freePort, startPart } from './part.ts'
import type { LauncherSettings } from './settings.ts'

/** What the parts are given to end, in milliseconds: together less than the 10 s that Ctrl-C may take. */
const endings = { edge: 2_000, gateway: 3_000, services: 4_000 }

/** Those that the gateway calls. */
const serviceNames = ['identity', 'photos', 'site', 'customers', 'downloads', 'exports', 'push']

/** The whole product, running. */
export interface Product {
  readonly url: string
  close(): Promise<void>
}

/**
 * Starts services, gateway and edge, and waits until all of them are ready.
 * @param options.webDevUrl in development: where the client is served from; sources are watched then
 * @throws Error that says which part could not start, and why
 */
export async function startProduct(settings: LauncherSettings, options: { webDevUrl?: string } = {}): Promise<Product> {
  const [servicesPort, gatewayPort] = [await freePort(), await freePort()]
  const servicesUrl = `http://127.0.0.1:${servicesPort}`
  const gatewayUrl = `http://127.0.0.1:${gatewayPort}`
  const upstreams = Object.fromEntries(
    serviceNames.map((name) => [`${name.toUpperCase()}_URL`, `${servicesUrl}/${name}`]),
  )
  const shared = { PUBLIC_URL: settings.publicUrl, NODE_ENV: 'production', HOST: '127.0.0.1' }
  const watch = options.webDevUrl !== undefined
  const logDir = join(settings.dataDir, 'logs')

  const edge = await buildEdge(
    readEdgeConfig({
      ...process.env,
      PUBLIC_URL: settings.publicUrl,
      GATEWAY_URLS: gatewayUrl,
      SERVICES_URL: servicesUrl,
      LOG_LEVEL: 'silent',
      WEB_DEV_URL: options.webDevUrl,
    }),
  )
  await listen(edge, settings.port)
  const services = startPart({
    name: 'services',
    entry: 'services/main.ts',
    environment: {
      ...shared,
      SERVICES_PORT: String(servicesPort),
      DATA_DIR: settings.dataDir,
      DEMO: String(settings.demo),
    },
    logDir,
    watch,
  })
  const gateway = startPart({
    name: 'gateway',
    entry: 'gateway/main.ts',
    environment: {
      ...shared,
      ...upstreams,
      GATEWAY_PORT: String(gatewayPort),
      PERSISTED_DOCUMENTS: persistedDocuments,
    },
    logDir,
    watch,
  })
  const close = async () => {
    // Ctrl-C reaches the parts, too: those that end by it are not to come back.
    gateway.letEnd()
    services.letEnd()
    await closeEdge(edge)
    await gateway.stop(endings.gateway)
    await services.stop(endings.services)
  }
  try {
    await Promise.all([services.ready, gateway.ready])
  } catch (error) {
    await close()
    throw error
  }
  return { url: settings.publicUrl, close }
}

/** Answers what is on its way; a request that takes longer, such as an upload, is cut off and can go on later. */
async function closeEdge(edge: Awaited<ReturnType<typeof buildEdge>>): Promise<void> {
  const impatience = setTimeout(() => edge.server.closeAllConnections(), endings.edge)
  await edge.close()
  clearTimeout(impatience)
}

async function listen(edge: Awaited<ReturnType<typeof buildEdge>>, port: number): Promise<void> {
  try {
    await edge.listen({ port, host: process.env['HOST'] ?? 'localhost' })
  } catch (error) {
    const inUse = error instanceof Error && 'code' in error && error.code === 'EADDRINUSE'
    throw inUse ? new Error(`Port ${port} is in use. Choose another one: PORT=${port + 1} npm start`) : error
  }
}
