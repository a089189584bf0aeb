import { type RawData, WebSocket } from 'ws'
import { type LibraryFact, factOf } from './libraryFacts.ts'

/** What a stream is opened with. */
export interface EventSocketOptions {
  /** The service's base URL, `http:` or `https:`. */
  readonly baseUrl: string
  readonly accessToken: string
  /** What came after this position is sent first; null: only what comes from now on. */
  readonly after: bigint | null
  /** Called in order. */
  onFact(fact: LibraryFact): void
  /** Called once, after which nothing more comes; not after `close`. */
  onEnd(reason: string): void
}

/** Milliseconds until the service must have said something. */
const authenticationTimeout = 10_000

/** Messages are a few hundred bytes: compressing them costs more memory per connection than all else of it. */
const connection = { perMessageDeflate: false, maxPayload: 200_000 }

/** One connection to the photos service's event stream: authenticates, checks messages, never reconnects. */
export class EventSocket {
  readonly #socket: WebSocket
  readonly #options: EventSocketOptions
  #impatience: NodeJS.Timeout | undefined
  #isOver = false
  #isAlive = true

  constructor(options: EventSocketOptions) {
    this.#options = options
    this.#impatience = setTimeout(() => this.#end('no answer to the authentication'), authenticationTimeout)
    this.#socket = new WebSocket(`${options.baseUrl.replace(/^http/, 'ws')}/events`, connection)
    this.#socket.on('open', () => this.#authenticate())
    this.#socket.on('message', (data) => this.#receive(data))
    this.#socket.on('pong', () => {
      this.#isAlive = true
    })
    this.#socket.on('close', (code, reason) => this.#end(`closed with ${code} ${reason.toString()}`))
    this.#socket.on('error', ({ message }) => this.#end(`the connection failed: ${message}`))
  }

  close(): void {
    this.#isOver = true
    this.#stopWaiting()
    if (this.#socket.readyState === WebSocket.CONNECTING) this.#socket.terminate()
    else this.#socket.close(1000)
  }

  /** Asks for a sign of life; ends when none has come since it was last asked. */
  feelPulse(): void {
    if (this.#socket.readyState !== WebSocket.OPEN) return
    if (this.#isAlive) {
      this.#isAlive = false
      this.#socket.ping()
    } else {
      this.#socket.terminate()
      this.#end('no sign of life')
    }
  }

  #stopWaiting(): void {
    if (!this.#impatience) return
    clearTimeout(this.#impatience)
    this.#impatience = undefined
  }

  #authenticate(): void {
    const { accessToken, after } = this.#options
    const position = after === null ? {} : { after: String(after) }
    this.#socket.send(JSON.stringify({ action: 'authenticate', token: accessToken, ...position }))
  }

  #receive(data: RawData): void {
    if (this.#isOver) return
    this.#stopWaiting()
    const text = Buffer.isBuffer(data) ? data.toString() : ''
    if (text === 'OK') return
    const fact = factOf(text)
    if (fact) this.#options.onFact(fact)
    else this.#end('a message that cannot be read')
  }

  #end(reason: string): void {
    if (this.#isOver) return
    this.close()
    this.#options.onEnd(reason)
  }
}
