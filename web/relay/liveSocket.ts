import { type Client, createClient } from 'graphql-ws/client'
import type { TokenSource } from '../auth/tokenSource.ts'

/** The close code by which the gateway refuses a token. */
const refusedToken = 4403
/**
 * How often is looked whether there is a next token to hand over, and how much longer the present one must be good for,
 * in milliseconds. A hidden tab is let run once a minute only.
 */
const [lookEvery, handOverBefore] = [30_000, 120_000]

/**
 * The WebSocket that subscriptions share. It is open while there is one, and outlives its token: the next is handed over
 * in a ping before the present one ends, and the gateway says in its pong what it thinks of it. A socket whose next
 * token is refused ends with its present one.
 */
export function createLiveSocket(url: string, tokens: TokenSource): Client {
  let sent: string | undefined
  let isRefused = false
  let looking: ReturnType<typeof setInterval> | undefined

  async function handOver(socket: WebSocket): Promise<void> {
    const next = await tokens.accessToken(handOverBefore)
    if (next === sent || socket.readyState !== WebSocket.OPEN) return
    sent = next
    socket.send(JSON.stringify({ type: 'ping', payload: { accessToken: next } }))
  }

  return createClient({
    url: () => webSocketUrl(url),
    retryAttempts: 0,
    connectionParams: async () => {
      sent = isRefused && sent !== undefined ? await tokens.renewAfter(sent) : await tokens.accessToken()
      isRefused = false
      return { accessToken: sent }
    },
    on: {
      connected: (socket) => {
        // Without a next token, such as without a connection, the present one is as good as it was: look again.
        // The library opens the browser's own kind of socket.
        looking = setInterval(() => void handOver(socket as WebSocket).catch(() => undefined), lookEvery)
      },
      pong: (_received, payload) => {
        // The gateway could not check it: it is handed over again.
        if (payload?.['accessToken'] === 'unavailable') sent = undefined
      },
      closed: (event) => {
        clearInterval(looking)
        isRefused = event instanceof CloseEvent && event.code === refusedToken
      },
    },
  })
}

function webSocketUrl(url: string): string {
  const absolute = new URL(url, location.href)
  absolute.protocol = absolute.protocol === 'https:' ? 'wss:' : 'ws:'
  return absolute.href
}
