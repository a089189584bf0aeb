import { once } from 'node:events'
import { type IncomingMessage, type Server, type ServerResponse, createServer } from 'node:http'
import type { AddressInfo, Socket } from 'node:net'
import { type RawData, WebSocket, WebSocketServer } from 'ws'
import { type Part, type PlainCall, partOf, plainCalls } from './plainCalls.ts'
import { PlainIds } from './plainIds.ts'
import { accountOf } from './tokens.ts'

/** The sockets of the specification; `downloadId` is the only id in their messages. */
const sockets = ['/downloads/notifications', '/push/messages']
const message: Part = {
  id: 'all',
  timestamp: 'all',
  key: 'all',
  message: { userId: 'all', downloadId: 'id' },
  type: 'all',
  data: 'all',
}

/**
 * A proxy that makes our services look like a retailer's services. It forwards only the calls and fields of the
 * specification, and replaces our ids by ids of other forms. It answers 404 to all other calls.
 */
export class PlainServices {
  readonly ids = new PlainIds()
  /** Method and path of each call, with the ids of our services. */
  readonly calls: string[] = []
  /** The page size of `GET /photos`, which has no `limit`. */
  pageSize = 500
  /** The page size of a month, whatever `limit` is. */
  monthPageSize: number | undefined
  readonly #target: string
  readonly #server: Server
  readonly #sockets = new WebSocketServer({ noServer: true })

  /** @param target the URL of our services, such as `http://127.0.0.1:4001` */
  constructor(target: string) {
    this.#target = target
    this.#server = createServer((request, response) => void this.#answer(request, response))
    this.#server.on('upgrade', (request: IncomingMessage, socket: Socket, head: Buffer) => {
      if (!sockets.includes(request.url ?? '')) return void socket.end('HTTP/1.1 404 Not Found\r\n\r\n')
      this.#sockets.handleUpgrade(request, socket, head, (near) => this.#relay(near, request.url ?? ''))
    })
  }

  /** @returns its URL */
  async listen(): Promise<string> {
    this.#server.listen(0, '127.0.0.1')
    await once(this.#server, 'listening')
    // A server that listens on a TCP port has an AddressInfo.
    return `http://127.0.0.1:${(this.#server.address() as AddressInfo).port}`
  }

  async close(): Promise<void> {
    for (const socket of this.#sockets.clients) socket.terminate()
    this.#server.close()
    this.#server.closeAllConnections()
    await once(this.#server, 'close')
  }

  async #answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const { method = '', url = '' } = request
    const { pathname, searchParams } = new URL(url, this.#target)
    const found = findCall(method, pathname)
    if (!found) return void response.writeHead(404).end('Not found')
    const { call, ids } = found
    const path = call.path.replaceAll(/\{\w+\}/g, (name) =>
      name === '{id}' ? encodeURIComponent(this.ids.own(ids[name])) : (ids[name] ?? ''),
    )
    this.calls.push(`${method} ${path}`)
    const query = new URLSearchParams([...searchParams].filter(([name]) => call.query.includes(name)))
    const pageSize = method === 'GET' ? this.#pageSizes()[call.path] : undefined
    if (pageSize !== undefined) query.set('limit', String(pageSize))
    const answer = await fetch(`${this.#target}${path}?${query.toString()}`, {
      method,
      headers: headersOf(request),
      ...(await this.#bodyOf(request, call)),
    })
    const text = await answer.text()
    if (!answer.ok || text === '') return void response.writeHead(answer.status).end(answer.ok ? '' : 'Refused')
    const body = partOf(ownersOf(JSON.parse(text), call, request), call.answer, (id) => this.ids.foreign(id))
    response.writeHead(answer.status, { 'content-type': 'application/json' }).end(JSON.stringify(body))
  }

  /** Returns the page sizes of lists that ignore `limit`. The list of archives has no pages. */
  #pageSizes(): Readonly<Record<string, number | undefined>> {
    return {
      '/photos/photos': this.pageSize,
      '/photos/photos/timeline/{year}/{month}': this.monthPageSize,
      '/downloads/downloads': 10_000,
    }
  }

  async #bodyOf(request: IncomingMessage, call: PlainCall) {
    const chunks = await request.toArray()
    if (chunks.length === 0) return {}
    const sent: unknown = JSON.parse(Buffer.concat(chunks).toString())
    return { body: JSON.stringify(partOf(sent, call.body, (id) => this.ids.own(id))) }
  }

  /** Relays a socket, and removes everything that is not in the specification. */
  #relay(near: WebSocket, path: string): void {
    const far = new WebSocket(this.#target.replace(/^http/, 'ws') + path)
    const opened = once(far, 'open')
    near.on('message', (data: RawData) => {
      const { action, token }: Record<string, unknown> = JSON.parse(textOf(data))
      void opened.then(() => far.send(JSON.stringify({ action, token })))
    })
    far.on('message', (data: RawData) => {
      const text = textOf(data)
      if (text === 'OK') return near.send(text)
      const part = partOf(JSON.parse(text), message, (id) => this.ids.foreign(id))
      // Do not relay a message that has only a position.
      if (Object.keys(Object(part)).length > 0) near.send(JSON.stringify(part))
    })
    far.on('error', () => near.terminate())
    far.on('close', () => near.close())
    near.on('close', () => far.close())
  }
}

/**
 * Finds the call of a path. Also returns the decoded ids in the path, each under its name in the path of the call.
 * Prefers literal paths to paths with ids.
 */
function findCall(method: string, pathname: string): { call: PlainCall; ids: Record<string, string> } | undefined {
  const segments = pathname.split('/')
  const found = plainCalls.flatMap((call) => {
    const names = call.path.split('/')
    const isMatch = names.length === segments.length && names.every((name, at) => isName(name) || name === segments[at])
    if (call.method !== method || !isMatch) return []
    const ids = names.flatMap((name, at) => (isName(name) ? [[name, decodeURIComponent(segments[at] ?? '')]] : []))
    return [{ call, ids: Object.fromEntries(ids) as Record<string, string> }]
  })
  return found.find(({ ids }) => Object.keys(ids).length === 0) ?? found[0]
}

function isName(segment: string): boolean {
  return segment.startsWith('{')
}

function headersOf({ headers }: IncomingMessage): Record<string, string> {
  const names = ['authorization', 'content-type', 'x-forwarded-host']
  return Object.fromEntries(names.flatMap((name) => (headers[name] ? [[name, String(headers[name])]] : [])))
}

/**
 * Adds the caller's id to the caller's photos: in the specification every photo of a shared album has its owner's id.
 */
function ownersOf(answer: unknown, { path }: PlainCall, { headers }: IncomingMessage): unknown {
  if (path !== '/photos/shared-albums/{id}/photos') return answer
  const { images, ...rest }: { images: object[] } = Object(answer)
  const ownerId = accountOf((headers.authorization ?? '').slice('Bearer '.length))
  return { ...rest, images: images.map((photo) => ({ ownerId, ...photo })) }
}

function textOf(data: RawData): string {
  return Buffer.isBuffer(data) ? data.toString() : ''
}
