import { Client, type ClientConfig, escapeIdentifier } from 'pg'
import { Backoff } from './backoff.ts'
import type { Logger } from 'pino'

const firstPauseMilliseconds = 100
const longestPauseMilliseconds = 10_000

/**
 * Listens on a separate connection and reopens it when it is lost.
 * @param on.missed called after each connection: notifications before it are lost
 * @returns a function that stops listening
 */
export async function listenOnServer(
  config: ClientConfig,
  channel: string,
  on: { notified(payload: string): void; missed(): void },
  log: Logger,
): Promise<() => Promise<void>> {
  let closed = false
  let client: Client | undefined
  let retry: NodeJS.Timeout | undefined
  const backoff = new Backoff(firstPauseMilliseconds, longestPauseMilliseconds)

  const connect = async () => {
    const next = new Client({ ...config, statement_timeout: 0 })
    let lost = false
    const lose = (error?: Error) => {
      if (lost) return
      lost = true
      void endQuietly(next)
      if (closed || client !== next) return
      log.warn({ err: error }, 'the connection for notifications was lost')
      connectLater()
    }
    next.on('error', lose)
    next.on('end', () => lose())
    next.on('notification', (message) => on.notified(message.payload ?? ''))
    await next.connect()
    await next.query(`listen ${escapeIdentifier(channel)}`)
    client = next
    backoff.reset()
    if (closed) await next.end()
    else on.missed()
  }

  const connectLater = () => {
    retry = setTimeout(() => {
      connect().catch(() => {
        if (!closed) connectLater()
      })
    }, backoff.next())
  }

  await connect()
  return async () => {
    closed = true
    clearTimeout(retry)
    if (client) await endQuietly(client)
  }
}

/** Ending a lost connection fails. This error can be ignored. */
async function endQuietly(client: Client): Promise<void> {
  await client.end().catch(() => undefined)
}
