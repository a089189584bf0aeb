import { type IncomingMessage, ServerResponse } from 'node:http'
import type { Duplex } from 'node:stream'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { handleProtocols } from 'graphql-ws'
import { type RawData, WebSocketServer } from 'ws'
import { closeCodes } from './closeCodes.ts'
import { KeepAlive } from './keepAlive.ts'
import { type Origin, Peer } from './peer.ts'
import { type ProtocolOptions, createProtocol, renew } from './protocol.ts'

/** What the sockets stand on. */
export interface SocketServerOptions extends ProtocolOptions {
  /** Milliseconds between signs of life. */
  readonly keepAlive: number
  /** Bytes of a message. */
  readonly messageLimit: number
}

/** Milliseconds that a client has to answer the closing of its socket. */
const goodbyeTime = 2_000

/**
 * The sockets of one server. A request for one goes through Fastify like any other, so that every hook and limit holds,
 * and is let go of once the socket is open: what stays of it is who asked from where.
 */
export class SocketServer {
  readonly #options: SocketServerOptions
  readonly #server: WebSocketServer
  readonly #protocol: ReturnType<typeof createProtocol>
  readonly #keepAlive: KeepAlive
  readonly #upgrades = new WeakMap<IncomingMessage, { response: ServerResponse; socket: Duplex; head: Buffer }>()

  /** @param app whose server is asked for sockets */
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

  /** How many are open. */
  get size(): number {
    return this.#server.clients.size
  }

  /** Whether a socket is asked for, rather than an answer. */
  isAskedBy({ raw }: FastifyRequest): boolean {
    return this.#upgrades.has(raw)
  }

  /** Opens the socket that a request asks for. */
  open(request: FastifyRequest, reply: FastifyReply, origin: Origin): void {
    const upgrade = this.#upgrades.get(request.raw)
    if (!upgrade) return
    reply.hijack()
    const { response, socket, head } = upgrade
    socket.off('error', destroy)
    // It holds the socket as net.Socket, which an upgraded one is.
    response.detachSocket(socket as Parameters<ServerResponse['detachSocket']>[0])
    this.#server.handleUpgrade(request.raw, socket, head, (opened) => this.#welcome(new Peer(opened, socket, origin)))
  }

  /** Says goodbye to every client; those that do not answer it are cut off. */
  close(): void {
    this.#keepAlive.stop()
    this.#server.close()
    for (const client of this.#server.clients) client.close(closeCodes.goingAway, 'The server is going away')
    if (this.#server.clients.size === 0) return
    const impatience = setTimeout(() => {
      for (const client of this.#server.clients) client.terminate()
    }, goodbyeTime)
    this.#server.once('close', () => clearTimeout(impatience))
  }

  /** What is refused is answered by HTTP, and its connection ended. */
  #route(app: FastifyInstance, request: IncomingMessage, socket: Duplex, head: Buffer): void {
    socket.on('error', destroy)
    const response = new ServerResponse(request)
    response.shouldKeepAlive = false
    response.once('finish', () => socket.end())
    response.assignSocket(socket as Parameters<ServerResponse['assignSocket']>[0])
    this.#upgrades.set(request, { response, socket, head })
    app.routing(request, response)
  }

  #welcome(peer: Peer): void {
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
      peer.socket.close(closeCodes.badRequest, 'Messages are text')
      return
    }
    take(data.toString()).catch((error: unknown) => {
      this.#options.log.error({ correlationId: peer.origin.correlationId, err: error }, 'a message failed')
      peer.socket.close(closeCodes.internalError, 'Internal server error')
    })
  }

  async #pong(peer: Peer, payload: Record<string, unknown> | undefined): Promise<void> {
    const answer =
      payload && 'accessToken' in payload
        ? { accessToken: await renew(peer, payload['accessToken'], this.#options) }
        : payload
    await peer.send(JSON.stringify({ type: 'pong', payload: answer }))
  }
}

function destroy(this: Duplex): void {
  this.destroy()
}
