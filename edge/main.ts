import { setTimeout as pause } from 'node:timers/promises'
import { buildEdge, type Draining } from './app.ts'
import { type EdgeConfig, readEdgeConfig } from './config.ts'

/** How long (ms) requests may take to end after a signal. The process must end within 10 s. */
const closeDeadline = 9_300
/** How often (ms) connections without a request are closed while the last requests end. */
const closeInterval = 100

function readConfigOrExit(): EdgeConfig {
  try {
    return readEdgeConfig(process.env)
  } catch (error) {
    process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`)
    process.exit(1)
  }
}

/** Resolves when the process must end. Later signals change nothing: the shutdown has a deadline. */
function shutdownRequested(): Promise<unknown> {
  // `disconnect`: the parent process has ended, and no other process would end this one.
  return Promise.race(
    ['SIGINT', 'SIGTERM', 'disconnect'].map(async (event) => new Promise((resolve) => process.on(event, resolve))),
  )
}

const config = readConfigOrExit()
const end = shutdownRequested()
const draining: Draining = { hasStarted: false }
const app = await buildEdge(config, {}, draining)
for (const point of config.openPoints) app.log.warn({ point }, 'check this production setting')
await app.listen({ port: config.port, host: config.host })

await end
draining.hasStarted = true
// Requests that take longer, such as uploads, are cut off. Clients resume them elsewhere.
setTimeout(() => app.server.closeAllConnections(), closeDeadline)
await pause(config.drainDelay)
setInterval(() => app.server.closeIdleConnections(), closeInterval)
await app.close()
process.exit(0)
