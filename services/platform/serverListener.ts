import { type Client, type ClientConfig, escapeIdentifier } from 'pg'
import { Backoff } from './backoff.ts'
import { lostConnection } from './databaseUnavailable.ts'
import { clientOf, type ServerHosts } from './serverHosts.ts'
import type { Logger } from 'pino'

const firstPauseMilliseconds = 50
const longestPauseMilliseconds = 500

interface Subscription {
  readonly channel: string
  notified(payload: string): void
  /** Called when listening starts, and after each reconnection: earlier notifications may be lost. */
  missed(): void
}

/**
 * Listens to all PostgreSQL notification channels that a process uses, on one connection outside of the pool. Connects
 * when the first channel is added, and again after each loss of the connection.
 */
export class ServerListener {
  readonly #hosts: ServerHosts
  readonly #newClient: () => Client
  readonly #log: Logger
  readonly #subscriptions = new Set<Subscription>()
  readonly #backoff = new Backoff(firstPauseMilliseconds, longestPauseMilliseconds)
  #client: Client | undefined
  #opening: Promise<Client> | undefined
  #retry: NodeJS.Timeout | undefined

  constructor(hosts: ServerHosts, config: ClientConfig, log: Logger) {
    const HostClient = clientOf(hosts)
    this.#hosts = hosts
    this.#newClient = () => new HostClient(config)
    this.#log = log
  }

  /** @returns a function that stops listening to the channel */
  async listen(subscription: Subscription): Promise<() => Promise<void>> {
    const client = await this.#connected()
    await client.query(`listen ${escapeIdentifier(subscription.channel)}`)
    this.#subscriptions.add(subscription)
    subscription.missed()
    return async () => {
      this.#subscriptions.delete(subscription)
      if (this.#subscriptions.size === 0) await this.#close()
    }
  }

  async #connected(): Promise<Client> {
    if (this.#client) return this.#client
    this.#opening ??= this.#hosts
      .connect(() => this.#open())
      .finally(() => {
        this.#opening = undefined
      })
    return this.#opening
  }

  async #open(): Promise<Client> {
    const client = this.#newClient()
    client.on('error', (error) => this.#lose(client, error))
    client.on('end', () => this.#lose(client))
    client.on('notification', ({ channel, payload = '' }) => {
      for (const each of this.#subscriptions) if (each.channel === channel) each.notified(payload)
    })
    try {
      await client.connect()
      await this.#hosts.checkWritable(client)
      for (const { channel } of this.#subscriptions) await client.query(`listen ${escapeIdentifier(channel)}`)
    } catch (error) {
      await endQuietly(client)
      throw error
    }
    this.#client = client
    return client
  }

  /**
   * Handles the loss of the connection. An error is usually followed by the end of the connection; only the first of
   * these two is handled.
   */
  #lose(client: Client, error?: Error): void {
    if (this.#client !== client) return
    this.#client = undefined
    void endQuietly(client)
    this.#log.warn({ err: lostConnection(error) }, 'the connection for notifications was lost')
    this.#connectLater()
  }

  #connectLater(): void {
    this.#retry = setTimeout(() => void this.#connectAgain(), this.#backoff.next())
  }

  async #connectAgain(): Promise<void> {
    try {
      await this.#connected()
      this.#backoff.reset()
      for (const subscription of this.#subscriptions) subscription.missed()
    } catch {
      if (this.#subscriptions.size > 0) this.#connectLater()
    }
  }

  async #close(): Promise<void> {
    clearTimeout(this.#retry)
    await this.#opening?.catch(() => undefined)
    const client = this.#client
    this.#client = undefined
    if (client) await endQuietly(client)
  }
}

/** Ends a connection. Ignores errors, because ending a lost connection fails. */
async function endQuietly(client: Client): Promise<void> {
  await client.end().catch(() => undefined)
}
