import { once } from 'node:events'
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import { type AddressInfo, connect } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { FastifyInstance } from 'fastify'
import { afterEach, beforeEach } from 'vitest'
import { buildEdge, type EdgeOptions } from '../../edge/app.ts'
import { readEdgeConfig } from '../../edge/config.ts'
import { routePaths } from '../../web/shared/routePaths.ts'

/** A server that replaces the gateway or the services. */
export interface Backend {
  url: string
  /** Answers by path. The default answer describes the request. */
  answers: Record<string, unknown>
  seen: IncomingMessage[]
  /** The bytes of bodies that have arrived. */
  received: number
  /** Handles requests instead of the default handler, which answers immediately. */
  handle?: (request: IncomingMessage, response: ServerResponse) => void
  server: Server
}

/** Closes what a test has opened. */
const closings: (() => Promise<unknown> | void)[] = []

/** Closes everything, the last opened first. */
async function closeAll(): Promise<void> {
  for (const close of closings.splice(0).toReversed()) await close()
}

/** Calls a function when the test has ended. */
export function closeLater(close: () => Promise<unknown> | void): void {
  closings.push(close)
}

/** Starts a server that answers every request with the server's name, and the path and body size of the request. */
export async function startBackend(name: string, status = 200): Promise<Backend> {
  const server = createServer((request, response) => {
    backend.seen.push(request)
    if (backend.handle) {
      backend.handle(request, response)
      return
    }
    let size = 0
    request.on('data', (chunk: Buffer) => {
      size += chunk.length
      backend.received += chunk.length
    })
    request.on('end', () => {
      response.writeHead(status, { 'content-type': 'application/json' })
      response.end(JSON.stringify(backend.answers[request.url ?? ''] ?? { name, path: request.url, size }))
    })
  })
  const backend: Backend = { url: '', answers: {}, seen: [], received: 0, server }
  server.on('upgrade', (request, socket) => {
    backend.seen.push(request)
    const accept = 'HTTP/1.1 101 Switching Protocols\r\nConnection: Upgrade\r\nUpgrade: websocket\r\n'
    socket.write(`${accept}Sec-WebSocket-Protocol: graphql-transport-ws\r\n\r\n`)
    socket.on('data', (chunk) => socket.write(chunk))
    socket.on('error', () => socket.destroy())
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  closeLater(() => {
    server.closeAllConnections()
    server.close()
  })
  backend.url = `http://127.0.0.1:${portOf(server)}`
  return backend
}

export async function stop({ server }: Backend): Promise<void> {
  server.closeAllConnections()
  await new Promise((stopped) => server.close(stopped))
}

export function portOf(server: Server): number {
  // A listening TCP server's address is an AddressInfo.
  return (server.address() as AddressInfo).port
}

/** Writes a minimal build of the client. Returns its folder. */
export function webRoot(): string {
  const folder = mkdtempSync(join(tmpdir(), 'keepsake-edge-'))
  closeLater(() => rmSync(folder, { recursive: true, force: true }))
  mkdirSync(join(folder, 'assets'))
  writeFileSync(join(folder, 'index.html'), '<!doctype html><title>client</title>')
  writeFileSync(join(folder, 'routes.json'), JSON.stringify(Object.values(routePaths)))
  writeFileSync(join(folder, 'assets', 'main-abc123.js'), 'export {}')
  return folder
}

/**
 * Starts an edge on a free port. By default, it waits long for the config of a page, because on a busy machine the
 * services may answer late.
 */
export async function startEdge(
  environment: Record<string, string>,
  options?: EdgeOptions,
): Promise<{ app: FastifyInstance; url: string }> {
  const config = readEdgeConfig({
    LOG_LEVEL: 'silent',
    PUBLIC_URL: 'http://localhost:4000',
    WEB_ROOT: webRoot(),
    ...environment,
  })
  const app = await buildEdge(config, { configTimeout: 30_000, ...options })
  await app.listen({ port: 0, host: '127.0.0.1' })
  closeLater(() => app.close())
  return { app, url: `http://127.0.0.1:${portOf(app.server)}` }
}

/** An edge, and the parts behind it. */
export interface EdgeSetup {
  gateway: Backend
  services: Backend
  app: FastifyInstance
  url: string
}

/** Starts an edge with a gateway and services for each test of the file. Read its properties only inside tests. */
export function setUpEdge(): EdgeSetup {
  // The hook sets all properties before the first test reads one.
  const setup = {} as EdgeSetup
  beforeEach(async () => {
    setup.gateway = await startBackend('gateway')
    setup.services = await startBackend('services')
    const started = await startEdge({ GATEWAY_URLS: setup.gateway.url, SERVICES_URLS: setup.services.url })
    Object.assign(setup, started)
  })
  afterEach(closeAll)
  return setup
}

/** The headers of a WebSocket handshake. */
export const handshake = 'Host: localhost\r\nConnection: Upgrade\r\nUpgrade: websocket\r\n\r\n'

/** Sends a raw request. Returns the first bytes of the response. */
export async function answerTo({ server }: FastifyInstance, request: string): Promise<string> {
  const socket = connect(portOf(server), '127.0.0.1')
  closeLater(() => void socket.destroy())
  socket.write(request)
  const [answer]: Buffer[] = await once(socket, 'data')
  return answer?.toString() ?? ''
}
