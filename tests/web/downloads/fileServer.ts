import { createHash } from 'node:crypto'
import { once } from 'node:events'
import { type ServerResponse, createServer } from 'node:http'
import type { AddressInfo } from 'node:net'

const mebibyte = 1024 * 1024
/** The size of the file in bytes. The file is large enough to pause its download. */
export const fileSize = 50 * mebibyte
/** Each mebibyte has a different value. */
const file = Buffer.concat(Array.from({ length: 50 }, (_, number) => Buffer.alloc(mebibyte, number)))
export const fileHash = createHash('sha256').update(file).digest('hex')

/** A server of one large file. The test decides how much each answer sends before it stalls. */
export async function startFileServer() {
  const asked: (string | undefined)[] = []
  const held: ServerResponse[] = []
  const behaviour = { knowsRanges: true, size: fileSize, status: 200, etag: '"one"' }
  /** The mebibytes that each answer sends before it stalls. An answer without an entry sends everything. */
  const portions: number[] = []
  const server = createServer(({ headers: { range } }, response) => {
    asked.push(range)
    const start = behaviour.knowsRanges ? Number(/^bytes=(\d+)-/.exec(range ?? '')?.[1] ?? 0) : 0
    const status = behaviour.status === 200 && range && behaviour.knowsRanges ? 206 : behaviour.status
    const headers = { 'access-control-allow-origin': '*', 'access-control-allow-headers': 'range' }
    if (status >= 400) return response.writeHead(status, headers).end()
    response.writeHead(status, { ...headers, 'content-length': behaviour.size - start, etag: behaviour.etag })
    const portion = portions.shift()
    const end = portion === undefined ? behaviour.size : start + portion * mebibyte
    response.write(file.subarray(start, end))
    if (portion === undefined) response.end()
    else held.push(response)
    return response
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  // A server that listens on a port has an address of this kind.
  const { port } = server.address() as AddressInfo
  return {
    url: `http://127.0.0.1:${port}/file`,
    asked,
    behaviour,
    portions,
    /** Breaks the stalled connections. */
    breakOff: () => held.splice(0).forEach((response) => response.destroy()),
    close: () => {
      server.close()
      server.closeAllConnections()
    },
  }
}
