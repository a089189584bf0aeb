import { setTimeout as pause } from 'node:timers/promises'
import { type Client, createClient } from 'graphql-ws'
import { WebSocket } from 'ws'
import type { Customer } from './customer.ts'
import { type Fact, readReceived } from './facts.ts'

/** The longest pause (ms) before a client connects again. */
const longestPause = 2_000
const firstPause = 250
const startMilliseconds = 30_000

const streams = [
  `subscription ($after: String) {
    libraryEvents(after: $after) { cursor isTruncated addedPhotoIds changedAlbumIds endedUploads { uploadId } }
  }`,
  'subscription ($after: String) { archiveEvents(after: $after) { cursor key downloadId } }',
  'subscription ($after: String) { exportEvents(after: $after) { cursor backupId status } }',
] as const

/**
 * Follows all changes of a customer on one socket, as docs/api/events.md describes: after a lost connection, it
 * reconnects through the next edge, and resumes each stream after the stream's last cursor.
 */
export class Subscriber {
  readonly received: Fact[] = []
  /** How often a stream was resumed. */
  resumptions = 0
  readonly #client: Client
  readonly #started: Promise<void>[]
  #isStopped = false

  /** Connects immediately. @param customer whose changes the subscriber follows */
  constructor(customer: Customer) {
    this.#client = createClient({
      url: () => `${customer.edgeUrl().replace(/^http/, 'ws')}/graphql`,
      webSocketImpl: WebSocket,
      connectionParams: { accessToken: customer.token },
      retryAttempts: 0,
    })
    this.#started = streams.map(async (query) => this.#follow(query))
  }

  /** Resolves when each stream has its first cursor. From then on, the subscriber gets all changes. */
  async started(): Promise<void> {
    const late = pause(startMilliseconds, 'late', { ref: false })
    if ((await Promise.race([Promise.all(this.#started), late])) === 'late') throw new Error('No stream has started.')
  }

  async stop(): Promise<void> {
    this.#isStopped = true
    await this.#client.dispose()
  }

  async #follow(query: string): Promise<void> {
    const { promise: hasStarted, resolve } = Promise.withResolvers<void>()
    const run = async () => {
      let after: string | null = null
      for (let wait = firstPause; !this.#isStopped; wait = Math.min(wait * 2, longestPause)) {
        after = await this.#readFrom(query, after, () => {
          wait = firstPause
          resolve()
        })
        await pause(wait)
      }
    }
    void run()
    return hasStarted
  }

  /** Reads a stream until it ends. @returns the cursor to resume after */
  async #readFrom(query: string, after: string | null, report: () => void): Promise<string | null> {
    let last = after
    try {
      for await (const { data, errors } of this.#client.iterate({ query, variables: { after } })) {
        if (errors) break
        const { cursor, facts } = readReceived(data)
        this.received.push(...facts)
        last = cursor
        report()
      }
    } catch {
      // The connection was lost, or could not be opened. An invalid event also ends here: its facts are then reported
      // as missing.
    }
    this.resumptions += 1
    return last
  }
}
