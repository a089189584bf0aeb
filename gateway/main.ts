import { once } from 'node:events'
import { setTimeout as pause } from 'node:timers/promises'
import { buildApp } from './app.ts'
import { type GatewayConfig, readConfig } from './config.ts'
import { Drain } from './server/drain.ts'
import { LogDestination } from './telemetry/logDestination.ts'

/**
 * How long (ms) running operations may take after a shutdown signal. An operation that has just started may take 9 s,
 * and the process must end within 10 s.
 */
const closeDeadline = 9_300

try {
  await start(readConfig(process.env))
} catch (error) {
  process.stderr.write(`The gateway cannot start. ${error instanceof Error ? error.message : String(error)}\n`)
  process.exit(1)
}

/**
 * Starts to listen, reports the URL to the parent process if there is one, and closes gracefully on a signal or when
 * the parent ends.
 */
async function start(config: GatewayConfig): Promise<void> {
  // Registered first: a parent may end this process as soon as this process reports ready.
  const end = shutdownRequested()
  const dependencies = { log: new LogDestination(), drain: new Drain() }
  const app = await buildApp(config, dependencies)
  for (const point of config.openPoints) app.log.warn({ point }, 'check this production setting')
  process.on('uncaughtExceptionMonitor', (err) => app.log.fatal({ err }, 'an uncaught error ends the process'))
  // GraphQL's executor abandons fields that are still resolving when their parent is already null. If such a field
  // fails later, the error must not end the process.
  process.on('unhandledRejection', (err) => app.log.error({ err }, 'an unhandled rejection'))
  const url = await app.listen({ port: config.port, host: config.host })
  process.send?.({ type: 'ready', url })

  const reason = await end
  app.log.info({ reason }, 'draining')
  dependencies.drain.begin()
  setTimeout(() => {
    app.log.error('running operations did not end before the deadline')
    void leave(dependencies.log, 1)
  }, closeDeadline)
  await pause(config.drainDelay)
  await app.close()
  await leave(dependencies.log, 0)
}

/** Resolves with the reason to shut down. Later signals are ignored: the shutdown has a deadline. */
function shutdownRequested(): Promise<string> {
  return new Promise((resolve) => {
    process.on('SIGTERM', resolve)
    process.on('SIGINT', resolve)
    if (process.channel) void once(process, 'disconnect').then(() => resolve('the parent process is gone'))
  })
}

/** Exits after the log is written. If nothing reads the log, the process cannot exit and is killed instead. */
async function leave(log: LogDestination, code: number): Promise<never> {
  if (!(await log.flush())) process.kill(process.pid, 'SIGKILL')
  process.exit(code)
}
