import { once } from 'node:events'
import { setTimeout as pause } from 'node:timers/promises'
import { buildApp } from './app.ts'
import { type GatewayConfig, readConfig } from './config.ts'
import { Drain } from './server/drain.ts'
import { LogDestination } from './telemetry/logDestination.ts'

/**
 * Milliseconds that what is in flight may take when the process is told to end: an operation that has just begun may
 * take 9 s, and all must be over within 10.
 */
const closeDeadline = 9_300

try {
  await start(readConfig(process.env))
} catch (error) {
  process.stderr.write(`The gateway cannot start. ${error instanceof Error ? error.message : String(error)}\n`)
  process.exit(1)
}

/** Listens, says so to the parent process if there is one, and closes gracefully when told to or left alone. */
async function start(config: GatewayConfig): Promise<void> {
  // Heard from the first moment on: who is told that it is ready may tell it to end at once.
  const end = endAsked()
  const surroundings = { log: new LogDestination(), drain: new Drain() }
  const app = await buildApp(config, surroundings)
  process.on('uncaughtExceptionMonitor', (err) => app.log.fatal({ err }, 'the process ends by an error'))
  // GraphQL's executor lets go of fields that are still resolving when their answer is null already; one that then fails
  // must not end everybody's operations.
  process.on('unhandledRejection', (err) => app.log.error({ err }, 'a failure that nobody waited for'))
  const url = await app.listen({ port: config.port, host: config.host })
  process.send?.({ type: 'ready', url })

  const reason = await end
  app.log.info({ reason }, 'draining')
  surroundings.drain.begin()
  setTimeout(() => {
    app.log.error('what was in flight did not end in time')
    void leave(surroundings.log, 1)
  }, closeDeadline)
  await pause(config.drainDelay)
  await app.close()
  await leave(surroundings.log, 0)
}

/** Resolves with the reason to end. Every further signal is heard and changes nothing: the end has a deadline. */
function endAsked(): Promise<string> {
  return new Promise((resolve) => {
    process.on('SIGTERM', resolve)
    process.on('SIGINT', resolve)
    if (process.channel) void once(process, 'disconnect').then(() => resolve('the parent process is gone'))
  })
}

/** Ends the process with all of its log written, unless nobody takes it: then nothing but a kill would end it. */
async function leave(log: LogDestination, code: number): Promise<never> {
  if (!(await log.flush())) process.kill(process.pid, 'SIGKILL')
  process.exit(code)
}
