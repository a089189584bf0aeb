import { Client, type ClientConfig } from 'pg'
import { DatabaseUnavailable, withUnavailability } from './databaseUnavailable.ts'

/**
 * How long (ms) a connection to one of several hosts may take. It is short, so that a host that is gone does not delay
 * the change to another one.
 */
const hostTimeoutMilliseconds = 2_000

/**
 * The hosts of a database server, of which one accepts writes. Remembers this host, and looks for another one when it
 * fails.
 */
export class ServerHosts {
  readonly #urls: readonly string[]
  #current = 0

  /** @param urls one per host */
  constructor(urls: readonly string[]) {
    this.#urls = urls
  }

  /** The URL of the host to connect to. */
  get url(): string {
    return this.#urls[this.#current] ?? ''
  }

  get hasSeveral(): boolean {
    return this.#urls.length > 1
  }

  /**
   * Connects to the first host that accepts connections and writes.
   * @param connect opens a connection to `url`
   * @throws DatabaseUnavailable if there is no such host
   */
  async connect<Connection>(connect: () => Promise<Connection>): Promise<Connection> {
    let failure: unknown
    for (let attempt = 0; attempt < this.#urls.length; attempt += 1) {
      const tried = this.#current
      try {
        return await connect()
      } catch (error) {
        failure = withUnavailability(error)
        if (!(failure instanceof DatabaseUnavailable)) throw failure
        // Another connection may have changed to the next host already.
        if (this.#current === tried) this.#current = (tried + 1) % this.#urls.length
      }
    }
    throw failure
  }

  /** @throws DatabaseUnavailable if the host is one of several, and does not accept writes, like a standby */
  async checkWritable(client: Pick<Client, 'query'>): Promise<void> {
    if (!this.hasSeveral) return
    const { rows } = await client.query<{ transaction_read_only: string }>('show transaction_read_only')
    if (rows[0]?.transaction_read_only !== 'off') throw new DatabaseUnavailable('The host does not accept writes.')
  }
}

/** A class of clients that connect to the current host. */
export function clientOf(hosts: ServerHosts): new (config?: ClientConfig) => Client {
  const own = hosts.hasSeveral ? { connectionTimeoutMillis: hostTimeoutMilliseconds } : {}
  return class extends Client {
    constructor(config?: ClientConfig) {
      super({ ...config, ...own, connectionString: hosts.url })
    }
  }
}
