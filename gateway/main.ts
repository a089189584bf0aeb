import { once } from 'node:events'
import { buildApp } from './app.ts'
import { type GatewayConfig, readConfig } from './config.ts'

/** Milliseconds that what is in flight may take when the process is told to end. */
const closeDeadline = 10_000

try {
  await start(readConfig(process.env))
} catch (error) {
  process.stderr.write(`The gateway cannot start. ${error instanceof Error ? error.message : String(error)}\n`)
  process.exit(1)
}

/** Listens, says so to the parent process if there is one, and closes gracefully when told to or left alone. */
async function start(config: GatewayConfig): Promise<void> {
  const app = await buildApp(config)
  const url = await app.listen({ port: config.port, host: config.host })
  process.send?.({ type: 'ready', url })

  const reason = await Promise.race([
    once(process, 'SIGTERM').then(() => 'SIGTERM'),
    once(process, 'SIGINT').then(() => 'SIGINT'),
    ...(process.channel ? [once(process, 'disconnect').then(() => 'the parent process is gone')] : []),
  ])
  app.log.info({ reason }, 'closing')
  setTimeout(() => process.exit(1), closeDeadline).unref()
  await app.close()
  process.exit(0)
}
