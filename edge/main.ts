import { buildEdge } from './app.ts'
import { type EdgeConfig, readEdgeConfig } from './config.ts'

function readConfigOrExit(): EdgeConfig {
  try {
    return readEdgeConfig(process.env)
  } catch (error) {
    process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`)
    process.exit(1)
  }
}

const config = readConfigOrExit()
const app = await buildEdge(config)
for (const point of config.openPoints) app.log.warn({ point }, 'check this production setting')
await app.listen({ port: config.port, host: config.host })

// `disconnect`: the parent process has ended, and no other process would end this one.
for (const event of ['SIGINT', 'SIGTERM', 'disconnect']) {
  process.once(event, () => {
    void app.close().then(() => process.exit(0))
  })
}
