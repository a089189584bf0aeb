import { type Client, createClient } from 'graphql-ws/client'
import type { TokenSource } from '../auth/tokenSource.ts'

/** The close code with which the gateway refuses a token. */
const refusedToken = 4403
/** How often (ms) to check for a new token. */
const checkInterval = 30_000
/** The next token is sent this long (ms) before the current one expires: a hidden tab may check only once a minute. */
const handOverBefore = 120_000

/**
 * The WebSocket that all subscriptions share. It is open while there are subscriptions. It outlives its access token: a
 * ping carries the next token before the current one expires, and the pong says whether the gateway accepts it. If the
 * gateway refuses, the socket closes when the current token expires.
 */
export function createLiveSocket(url: string, tokens: TokenSource): Client {
  let sent: string | undefined
  let isRefused = false
  let renewal: ReturnType<typeof setInterval> | undefined

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
        // If there is no new token, for example while offline, the current token is still valid: check again later. The
        // cast is safe, because in a browser the library opens a WebSocket of the browser.
        renewal = setInterval(() => void handOver(socket as WebSocket).catch(() => undefined), checkInterval)
      },
      pong: (_received, payload) => {
        // The gateway could not check the token: send it again.
        if (payload?.['accessToken'] === 'unavailable') sent = undefined
      },
      closed: (event) => {
        clearInterval(renewal)
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
