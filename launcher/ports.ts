import { randomInt } from 'node:crypto'
import { createServer } from 'node:net'

/** Below those that systems give out by themselves, which could take one again in the moment before it is used. */
const ports = { from: 15_000, to: 32_000 }

/** A port of this machine that is free now, and stays so but for an unlikely accident. */
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
