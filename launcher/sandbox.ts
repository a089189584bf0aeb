import { parseArgs } from 'node:util'
import { z } from 'zod'
import { startSandbox } from './sandbox/sandbox.ts'
import { failWith } from './settings.ts'

/*
 * `npm run sandbox`: the real gateway with services that keep their data in memory, for the tests of other teams.
 * docs/api/sandbox.md describes the calls.
 */

const ports = z.coerce.number().int().min(1).max(65_534)

try {
  const { values } = parseArgs({ options: { port: { type: 'string', default: '4100' } } })
  const { success, data: port } = ports.safeParse(values.port)
  if (!success) throw new Error('--port must be a whole number from 1 to 65534. The next port must be free, too.')
  const stop = () => void sandbox.close().then(() => process.exit(0))
  const sandbox = await startSandbox(port, process.env, stop)
  process.stdout.write(`The sandbox is ready at ${sandbox.url}/graphql, and its control at ${sandbox.controlUrl}\n`)
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, stop)
} catch (error) {
  failWith(error)
}
