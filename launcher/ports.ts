import { randomInt } from 'node:crypto'
import { createServer } from 'node:net'

/**
 * The range from which ports are chosen. It is below the ephemeral ports of common systems, because the system could
 * give an ephemeral port to another program before the port is used here.
 */
const ports = { from: 15_000, to: 32_000 }

/**
 * Finds a port that is free now, and will very likely stay free until it is used. `PORT_SLICE`, such as `2/7`, limits
 * the choice to one of several equal parts of the range. Tests that run at the same time have a part each, because some
 * of them leave their port free for seconds while they restart a process.
 */
export async function freePort(): Promise<number> {
  const [slice = 1, slices = 1] = process.env['PORT_SLICE']?.split('/').map(Number) ?? []
  const size = Math.floor((ports.to - ports.from) / slices)
  const from = ports.from + (slice - 1) * size
  const port = randomInt(from, from + size)
  return (await isFree(port)) ? port : freePort()
}

function isFree(port: number): Promise<boolean> {
  return new Promise((resolve, reject) => {
    const server = createServer()
    server.on('error', (error: NodeJS.ErrnoException) => (error.code === 'EADDRINUSE' ? resolve(false) : reject(error)))
    server.listen(port, '127.0.0.1', () => server.close(() => resolve(true)))
  })
}
