import { randomBytes } from 'node:crypto'
import { join } from 'node:path'
import type { FastifyInstance } from 'fastify'
import { buildEdge } from '../edge/app.ts'
import { type EdgeConfig, readEdgeConfig } from '../edge/config.ts'
import { allocatorSettings } from './allocator.ts'
import { persistedDocuments } from './build.ts'
import { type PartOptions, startPart } from './part.ts'
import { freePort } from './ports.ts'
import type { LauncherSettings } from './settings.ts'

/** How long (ms) each part may take to exit. The sum is less than the 10 s that Ctrl-C may take. */
const exitTimeouts = { edge: 2_000, gateway: 3_000, services: 4_000 }

/** The running product: services, gateway and edge. */
export interface Product {
  readonly url: string
  close(): Promise<void>
}

/**
 * Starts services, gateway and edge, and waits until all of them are ready.
 * @param options.webDevUrl only in development: the URL of the server of the client's sources. If it is given, the
 *   parts restart when their sources change
 * @throws Error that says which part could not start, and why
 */
export async function startProduct(settings: LauncherSettings, options: { webDevUrl?: string } = {}): Promise<Product> {
  const [servicesPort, gatewayPort] = [await freePort(), await freePort()]
  const edge = await startEdge(settings, { servicesPort, gatewayPort, webDevUrl: options.webDevUrl })
  const shared = { logDir: join(settings.dataDir, 'logs'), watch: options.webDevUrl !== undefined }
  const services = startPart({ ...shared, ...servicesPart(settings, servicesPort) })
  const gateway = startPart({ ...shared, ...gatewayPart(settings, gatewayPort, servicesPort) })
  const close = async () => {
    // Ctrl-C reaches the parts too. Do not restart those that exit because of it.
    gateway.allowExit()
    services.allowExit()
    await closeEdge(edge)
    await gateway.stop(exitTimeouts.gateway)
    await services.stop(exitTimeouts.services)
  }
  try {
    await Promise.all([services.ready, gateway.ready])
  } catch (error) {
    await close()
    throw error
  }
  return { url: settings.publicUrl, close }
}

async function startEdge(
  settings: LauncherSettings,
  at: { readonly servicesPort: number; readonly gatewayPort: number; readonly webDevUrl: string | undefined },
): Promise<FastifyInstance> {
  const config = readEdgeConfig({
    ...process.env,
    PORT: String(settings.port),
    PUBLIC_URL: settings.publicUrl,
    PRODUCTION: String(settings.production),
    GATEWAY_URLS: ownUrl(at.gatewayPort),
    SERVICES_URLS: ownUrl(at.servicesPort),
    LOG_LEVEL: 'silent',
    WEB_DEV_URL: at.webDevUrl,
  })
  // The edge has no log here, so its warnings are printed. The other parts log their own warnings.
  for (const point of config.openPoints) process.stderr.write(`Not safe for production: ${point}\n`)
  const edge = await buildEdge(config)
  await listen(edge, config)
  return edge
}

function servicesPart(settings: LauncherSettings, port: number): PartDefinition {
  return {
    name: 'services',
    entry: 'services/main.ts',
    environment: {
      ...sharedEnvironment(settings),
      ...allocatorSettings,
      SERVICES_PORT: String(port),
      DATA_DIR: settings.dataDir,
      CLIENTS_DIR: settings.clientsDir,
      DEMO: String(settings.demo),
    },
  }
}

function gatewayPart(settings: LauncherSettings, port: number, servicesPort: number): PartDefinition {
  return {
    name: 'gateway',
    entry: 'gateway/main.ts',
    environment: {
      ...sharedEnvironment(settings),
      SERVICES_URL: ownUrl(servicesPort),
      GATEWAY_PORT: String(port),
      PERSISTED_DOCUMENTS: persistedDocuments,
      CLIENTS_DIR: settings.clientsDir,
      // The launcher chooses the secret, so that cursors stay valid when it restarts a gateway that died.
      CURSOR_SECRET: process.env['CURSOR_SECRET'] ?? randomBytes(32).toString('hex'),
    },
  }
}

type PartDefinition = Pick<PartOptions, 'name' | 'entry' | 'environment'>

function sharedEnvironment({ publicUrl, production }: LauncherSettings): Record<string, string> {
  return { PUBLIC_URL: publicUrl, NODE_ENV: 'production', PRODUCTION: String(production), HOST: '127.0.0.1' }
}

function ownUrl(port: number): string {
  return `http://127.0.0.1:${port}`
}

/** Lets open requests finish, but cuts them off after the exit timeout. A cut-off upload can be resumed later. */
async function closeEdge(edge: FastifyInstance): Promise<void> {
  const timer = setTimeout(() => edge.server.closeAllConnections(), exitTimeouts.edge)
  await edge.close()
  clearTimeout(timer)
}

async function listen(edge: FastifyInstance, { port, host }: EdgeConfig): Promise<void> {
  try {
    await edge.listen({ port, host })
  } catch (error) {
    const inUse = error instanceof Error && 'code' in error && error.code === 'EADDRINUSE'
    throw inUse ? new Error(`Port ${port} is in use. Choose another one: PORT=${port + 1} npm start`) : error
  }
}
