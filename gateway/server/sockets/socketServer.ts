import { type IncomingMessage, ServerResponse } from 'node:http'
import type { Duplex } from 'node:stream'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { handleProtocols } from 'graphql-ws'
import { type RawData, WebSocketServer } from 'ws'
import { closeCodes } from './closeCodes.ts'
import { KeepAlive } from './keepAlive.ts'
import { type Origin, Peer } from './peer.ts'
import { type ProtocolOptions, createProtocol, renew } from './protocol.ts'

/** The dependencies of the socket server. */
export interface SocketServerOptions extends ProtocolOptions {
  /** Time in ms between two pings. */
  readonly keepAlive: number
  /** Maximum size of a message in bytes. */
  readonly messageLimit: number
}

/** Timeout in ms for the closing handshake. */
const closeTimeout = 2_000

/**
 * The WebSockets of one server. An upgrade request goes through Fastify like any other request, so that all hooks and
 * limits apply. Once the socket is open, the request is released: only its `Origin` is kept.
 */
export class SocketServer {
  readonly #options: SocketServerOptions
  readonly #server: WebSocketServer
  readonly #protocol: ReturnType<typeof createProtocol>
  readonly #keepAlive: KeepAlive
  readonly #upgrades = new WeakMap<IncomingMessage, { response: ServerResponse; socket: Duplex; head: Buffer }>()

  /** @param app the Fastify instance whose server receives the upgrade requests */
  constructor(app: FastifyInstance, options: SocketServerOptions) {
    this.#options = options
    this.#server = new WebSocketServer({
      noServer: true,
      perMessageDeflate: false,
      maxPayload: options.messageLimit,
      handleProtocols,
    })
    this.#protocol = createProtocol(options)
    this.#keepAlive = new KeepAlive(options.keepAlive)
    app.server.on('upgrade', (request, socket, head) => this.#route(app, request, socket, head))
  }

  /** The number of open sockets. */
  get size(): number {
    return this.#server.clients.size
  }

  /** Whether the request is an upgrade request for a WebSocket. */
  isRequestedBy({ raw }: FastifyRequest): boolean {
    return this.#upgrades.has(raw)
  }

  /** Completes the upgrade and opens the socket. */
  open(request: FastifyRequest, reply: FastifyReply, origin: Origin): void {
    const upgrade = this.#upgrades.get(request.raw)
    if (!upgrade) return
    reply.hijack()
    const { response, socket, head } = upgrade
    socket.off('error', destroy)
    // The types differ, but an upgraded socket is a net.Socket.
    response.detachSocket(socket as Parameters<ServerResponse['detachSocket']>[0])
    this.#server.handleUpgrade(request.raw, socket, head, (opened) => this.#accept(new Peer(opened, socket, origin)))
  }

  /** Closes all sockets. Terminates sockets that do not complete the closing handshake in time. */
  close(): void {
    this.#keepAlive.stop()
    this.#server.close()
    for (const client of this.#server.clients) client.close(closeCodes.goingAway, 'The server is going away')
    if (this.#server.clients.size === 0) return
    const timer = setTimeout(() => {
      for (const client of this.#server.clients) client.terminate()
    }, closeTimeout)
    this.#server.once('close', () => clearTimeout(timer))
  }

  /**
   * Routes an upgrade request through Fastify. A rejected request gets an HTTP response, and its connection is closed.
   */
  #route(app: FastifyInstance, request: IncomingMessage, socket: Duplex, head: Buffer): void {
    socket.on('error', destroy)
    const response = new ServerResponse(request)
    response.shouldKeepAlive = false
    response.once('finish', () => socket.end())
    response.assignSocket(socket as Parameters<ServerResponse['assignSocket']>[0])
    this.#upgrades.set(request, { response, socket, head })
    app.routing(request, response)
  }

  #accept(peer: Peer): void {
    const { socket, origin } = peer
    const { log } = this.#options
    this.#keepAlive.watch(peer)
    const closed = this.#protocol.opened(
      {
        protocol: socket.protocol,
        send: (text) => peer.send(text),
        close: (code, reason) => socket.close(code, reason),
        onMessage: (take) => socket.on('message', (data, isBinary) => this.#receive(peer, data, isBinary, take)),
        onPing: (payload) => this.#pong(peer, payload),
      },
      peer,
    )
    socket.on('error', ({ message }) => {
      log.warn({ correlationId: origin.correlationId, reason: message }, 'a socket failed')
    })
    socket.on('close', (code, reason) => {
      closed(code, String(reason)).catch((error: unknown) => {
        log.error({ correlationId: origin.correlationId, err: error }, 'a socket could not be cleaned up')
      })
    })
  }

  #receive(peer: Peer, data: RawData, isBinary: boolean, take: (text: string) => Promise<void>): void {
    if (!peer.isOpen) return
    if (isBinary || !Buffer.isBuffer(data)) {
      peer.socket.close(closeCodes.badRequest, 'Messages must be text')
      return
    }
    take(data.toString()).catch((error: unknown) => {
      this.#options.log.error({ correlationId: peer.origin.correlationId, err: error }, 'a message failed')
      peer.socket.close(closeCodes.internalError, 'Internal server error')
    })
  }

  async #pong(peer: Peer, payload: Record<string, unknown> | undefined): Promise<void> {
    const response =
      payload && 'accessToken' in payload
        ? { accessToken: await renew(peer, payload['accessToken'], this.#options) }
        : payload
    await peer.send(JSON.stringify({ type: 'pong', payload: response }))
  }
}

function destroy(this: Duplex): void {
  this.destroy()
}
