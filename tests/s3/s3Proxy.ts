import { once } from 'node:events'
import { createServer, type IncomingMessage, request as send, type ServerResponse } from 'node:http'
import { onTestFinished } from 'vitest'

/** Which requests to hold, and when: before the server gets them, or after it has handled them. */
export interface Hold {
  readonly method: string
  /** What the path ends with. */
  readonly path: string
  readonly when: 'before' | 'after'
}

/** A proxy in front of an S3 server. It is closed when the test ends. */
export interface S3Proxy {
  readonly url: string
  /** The method and path of each request, such as `HEAD /bucket/key`, without the query. */
  readonly requests: string[]
  /**
   * Holds requests.
   * @returns `held` resolves when the first is held; `release` lets all of them continue
   */
  hold(hold: Hold): { readonly held: Promise<void>; readonly release: () => void }
}

/** Requests are signed for the host of the proxy, and arrive at the server with this host. */
export async function startS3Proxy(target: string): Promise<S3Proxy> {
  const requests: string[] = []
  const holds: (Hold & { readonly noticed: () => void; readonly end: Promise<void> })[] = []
  const passed = async (incoming: IncomingMessage, path: string, when: Hold['when']) => {
    for (const hold of holds) {
      if (hold.when !== when || hold.method !== incoming.method || !path.endsWith(hold.path)) continue
      hold.noticed()
      await hold.end
    }
  }
  const { hostname, port } = new URL(target)
  const forward = async (incoming: IncomingMessage, outgoing: ServerResponse, path: string) => {
    await passed(incoming, path, 'before')
    const headers = { ...incoming.headers }
    delete headers.expect
    const forwarded = send({ hostname, port, method: incoming.method, path: incoming.url, headers })
    forwarded.on('error', () => outgoing.destroy())
    incoming.on('error', () => forwarded.destroy())
    incoming.pipe(forwarded)
    const [answer]: IncomingMessage[] = await once(forwarded, 'response')
    await passed(incoming, path, 'after')
    outgoing.writeHead(answer?.statusCode ?? 502, answer?.headers)
    answer?.pipe(outgoing)
  }
  const server = createServer((incoming, outgoing) => {
    const path = incoming.url?.split('?', 1)[0] ?? ''
    requests.push(`${incoming.method} ${path}`)
    outgoing.on('error', () => undefined)
    forward(incoming, outgoing, path).catch(() => outgoing.destroy())
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  onTestFinished(() => {
    server.close()
    server.closeAllConnections()
  })
  const address = server.address()
  return {
    url: `http://127.0.0.1:${typeof address === 'object' ? address?.port : ''}`,
    requests,
    hold(hold) {
      const held = Promise.withResolvers<void>()
      const end = Promise.withResolvers<void>()
      holds.push({ ...hold, noticed: () => held.resolve(), end: end.promise })
      return { held: held.promise, release: () => end.resolve() }
    },
  }
}
