import { setTimeout as pause } from 'node:timers/promises'
import type { Logger } from 'pino'
import { buildServices, type Services } from './app.ts'
import { readServicesConfig, type ServicesConfig } from './config.ts'
import { createLogger } from './platform/logger.ts'

const closeMilliseconds = 10_000

// New files and folders are accessible to this user only.
process.umask(0o077)

try {
  const config = readServicesConfig(process.env)
  const log = createLogger(config.logLevel)
  for (const point of config.openPoints) log.warn({ point }, 'check this production setting')
  const { services, url } = await startServices(config, log)
  closeOnSignals(services, config.drainDelay, log)
  await services.createDemo().catch((error: unknown) => log.error({ err: error }, 'demo data could not be created'))
  process.send?.({ type: 'ready', url })
} catch (error) {
  process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`)
  process.exit(1)
}

async function startServices(config: ServicesConfig, log: Logger): Promise<{ services: Services; url: string }> {
  const { host, port } = config
  const url = `http://${hostOfUrl(host)}:${port}`
  const services = await buildServices(config.platform(url), config.services, log)
  try {
    await services.app.listen({ host, port })
  } catch (error) {
    await services.app.close()
    const inUse = error instanceof Error && 'code' in error && error.code === 'EADDRINUSE'
    throw inUse ? new Error(`Port ${port} is in use. Choose another one: SERVICES_PORT=${port + 1}`) : error
  }
  return { services, url }
}

/** The host to use in URLs. A wildcard address is replaced by the loopback address. */
function hostOfUrl(host: string): string {
  if (host === '0.0.0.0') return '127.0.0.1'
  if (host === '::') return '[::1]'
  return host.includes(':') ? `[${host}]` : host
}

function closeOnSignals(services: Services, drainDelay: number, log: Logger): void {
  let closing = false
  const close = () => {
    if (closing) return
    closing = true
    setTimeout(() => {
      log.error('closing took too long')
      process.exit(1)
    }, closeMilliseconds).unref()
    services.drain()
    pause(drainDelay)
      .then(async () => services.app.close())
      .then(
        () => process.exit(0),
        (error: unknown) => {
          log.error({ err: error }, 'closing failed')
          process.exit(1)
        },
      )
  }
  process.on('SIGTERM', close)
  process.on('SIGINT', close)
  // The launcher has ended, and no other process would end this one.
  process.on('disconnect', close)
}
