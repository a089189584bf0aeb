import { once } from 'node:events'
import { createServer, type IncomingMessage, request as call, type ServerResponse } from 'node:http'
import { setTimeout } from 'node:timers/promises'

/** The speed of a line: milliseconds per request, and bytes per second of all answers together. */
export interface Speed {
  readonly latency: number
  readonly throughput: number
}

/** "Slow 4G" and "Fast 4G" of Chromium's developer tools. */
export const slow4G: Speed = { latency: 562.5, throughput: 180_000 }
export const fast4G: Speed = { latency: 165, throughput: 1_012_500 }

/** A server between a browser and the product. */
export interface Line {
  readonly url: string
  /** Serves a page of our own, in addition to the pages of the product. */
  addPage(path: string, html: string): void
  /** Sets the speed of all later answers. */
  setSpeed(speed: Speed): void
  close(): void
}

/** The number of bytes that are sent in one piece. It is small, so that simultaneous answers share the line. */
const pieceBytes = 4_096

/**
 * Starts a server that answers as the product does, but with the speed of a slow line. The server is needed because the
 * browser's own emulation of slow networks does not affect frames of another origin. The server also lets a bare page
 * have the same origin as the product.
 */
export async function startLine(product: string): Promise<Line> {
  const pages = new Map<string, string>()
  let speed = slow4G
  /** The time (ms) at which the line will have sent everything that waits. */
  let free = 0
  const send = async (response: ServerResponse, bytes: Buffer) => {
    for (let from = 0; from < bytes.length; from += pieceBytes) {
      const piece = bytes.subarray(from, from + pieceBytes)
      free = Math.max(free, performance.now()) + (piece.length / speed.throughput) * 1_000
      await setTimeout(Math.max(0, free - performance.now()))
      response.write(piece)
    }
  }
  const answer = async (request: IncomingMessage, response: ServerResponse) => {
    const page = pages.get(request.url ?? '')
    await setTimeout(speed.latency)
    if (page !== undefined) {
      response.writeHead(200, { 'content-type': 'text/html; charset=utf-8', 'cache-control': 'no-store' })
      await send(response, Buffer.from(page))
    } else {
      const forwarded = call(`${product}${request.url}`, { method: request.method, headers: request.headers })
      request.pipe(forwarded)
      const answered = await new Promise<IncomingMessage>((resolve, reject) => {
        forwarded.on('response', resolve).on('error', reject)
      })
      // The time at which a picture is painted is exact only with this header.
      response.writeHead(answered.statusCode ?? 502, { ...answered.headers, 'timing-allow-origin': '*' })
      for await (const bytes of answered) await send(response, bytes)
    }
    response.end()
  }
  const server = createServer((request, response) => {
    answer(request, response).catch(() => response.destroy())
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const address = server.address()
  if (address === null || typeof address === 'string') throw new Error('The line has no port.')
  return {
    url: `http://localhost:${address.port}`,
    addPage: (path, html) => pages.set(path, html),
    setSpeed(wanted) {
      speed = wanted
    },
    close() {
      server.close()
      server.closeAllConnections()
    },
  }
}
