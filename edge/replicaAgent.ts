import { once } from 'node:events'
import { Agent, type AgentOptions, type ClientRequestArgs } from 'node:http'
import { connect, Socket } from 'node:net'
import type { Duplex } from 'node:stream'
import type { Replicas } from './replicas.ts'

/** How long (ms) a replica may take to accept a connection. */
const connectMilliseconds = 2_000

/**
 * Opens connections to the replicas of a part. If the requested replica cannot be reached, the agent connects to
 * another one: nothing has been sent yet, so this is safe for every request, and bodies need not be kept for a second
 * try.
 *
 * The number of connections is not limited. Slow clients, such as uploads and event streams, keep their connections for
 * a long time, and must not delay other requests. The parts limit their work themselves.
 */
export class ReplicaAgent extends Agent {
  readonly #replicas: Replicas

  constructor(replicas: Replicas, options: AgentOptions) {
    super(options)
    this.#replicas = replicas
  }

  override createConnection(
    { protocol, host, port }: ClientRequestArgs,
    done?: (error: Error | null, socket: Duplex) => void,
  ): undefined {
    const requested = new URL(`${protocol ?? 'http:'}//${host}:${port}`).origin
    void this.#connect(requested, done)
    return undefined
  }

  async #connect(requested: string, done?: (error: Error | null, socket: Duplex) => void): Promise<void> {
    let socket: Socket
    try {
      socket = await connectToFirst(this.#replicas, requested)
    } catch (error) {
      // The types require a socket, but Node uses only the error.
      done?.(error instanceof Error ? error : new Error(String(error)), new Socket())
      return
    }
    done?.(null, socket)
  }
}

async function connectToFirst(replicas: Replicas, requested: string): Promise<Socket> {
  const others = replicas.inTurn().filter((url) => new URL(url).origin !== requested)
  let failure: unknown
  for (const url of [requested, ...others]) {
    try {
      return await connectTo(new URL(url))
    } catch (error) {
      replicas.markUnreachable(url)
      failure ??= error
    }
  }
  throw failure
}

/** @throws Error of the connection, or an AbortError when it takes too long */
async function connectTo({ hostname, port }: URL): Promise<Socket> {
  const host = hostname.replace(/^\[(.*)\]$/, '$1')
  const socket = connect({ host, port: Number(port === '' ? 80 : port), noDelay: true })
  try {
    await once(socket, 'connect', { signal: AbortSignal.timeout(connectMilliseconds) })
    return socket
  } catch (error) {
    socket.destroy()
    throw error
  }
}
