import { randomInt } from 'node:crypto'
import { createServer } from 'node:net'

/**
 * The range from which ports are chosen. It is below the ephemeral ports of common systems, because the system could
 * give an ephemeral port to another program before the port is used here.
 */
const ports = { from: 15_000, to: 32_000 }

/** Finds a port that is free now, and will very likely stay free until it is used. */
export async function freePort(): Promise<number> {
  const port = randomInt(ports.from, ports.to)
  return (await isFree(port)) ? port : freePort()
}

function isFree(port: number): Promise<boolean> {
  return new Promise((resolve, reject) => {
    const server = createServer()
    server.on('error', (error: NodeJS.ErrnoException) => (error.code === 'EADDRINUSE' ? resolve(false) : reject(error)))
    server.listen(port, '127.0.0.1', () => server.close(() => resolve(true)))
  })
}
