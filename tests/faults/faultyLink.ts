import { once } from 'node:events'
import { type AddressInfo, type Server, type Socket, connect, createServer } from 'node:net'

/** What the link does to the bytes of a service. */
export type LinkMode = 'clean' | 'late' | 'silent' | 'dripping' | 'resetting' | 'truncating'

/** The delay (ms) of a late answer. */
const lateDelay = 5_000
/** The time (ms) between two bytes of a dripping answer. */
const drip = 250
const requestLine = /^(?:GET|POST|DELETE) \S+ HTTP\/1\.1\r\n/

/** A TCP proxy in front of a service. It can delay, cut off or swallow bytes, and it counts requests. */
export class FaultyLink {
  readonly #target: number
  readonly #server: Server
  readonly #open = new Set<Socket>()
  #mode: LinkMode = 'clean'
  #port = 0
  /** HTTP requests since the start. */
  requests = 0

  constructor(target: number) {
    this.#target = target
    this.#server = createServer((near) => this.#carry(near))
  }

  get url(): string {
    return `http://127.0.0.1:${this.#port}`
  }

  get mode(): LinkMode {
    return this.#mode
  }

  set mode(mode: LinkMode) {
    this.#mode = mode
  }

  /** Listens, always on the same port. */
  async listen(): Promise<void> {
    this.#server.listen(this.#port, '127.0.0.1')
    await once(this.#server, 'listening')
    // The address of a listening TCP server is an AddressInfo.
    this.#port = (this.#server.address() as AddressInfo).port
  }

  /** Refuses new connections and resets open ones, as the system does when a process is killed. */
  async refuse(): Promise<void> {
    const closed = once(this.#server, 'close')
    this.#server.close()
    for (const socket of this.#open) socket.resetAndDestroy()
    await closed
  }

  /** Connects the gateway's socket (`near`) with the service (`far`). */
  #carry(near: Socket): void {
    const far = connect(this.#target, '127.0.0.1')
    const answers = new AnswerCarrier(near, () => this.#mode)
    for (const socket of [near, far]) {
      socket.setNoDelay(true)
      socket.on('error', () => undefined)
    }
    this.#open.add(near)
    near.on('data', (chunk: Buffer) => {
      if (requestLine.test(chunk.toString('latin1', 0, 2_000))) this.requests += 1
      answers.onRequest()
      if (!answers.isDead) far.write(chunk)
    })
    near.on('close', () => {
      this.#open.delete(near)
      far.destroy()
    })
    far.on('data', (chunk: Buffer) => answers.carry(chunk))
    far.on('close', () => {
      if (!answers.isDead) near.destroy()
    })
  }
}

/** Carries the answers of one connection. */
class AnswerCarrier {
  readonly #near: Socket
  readonly #modeNow: () => LinkMode
  /** When the last delayed byte may be sent, by `performance.now()`. */
  #delayedUntil = 0
  #dripping: NodeJS.Timeout | undefined
  #waiting = Buffer.alloc(0)
  /** True once an answer was swallowed or cut off. From then on, the connection carries nothing. */
  isDead = false

  constructor(near: Socket, modeNow: () => LinkMode) {
    this.#near = near
    this.#modeNow = modeNow
    near.on('close', () => clearInterval(this.#dripping))
  }

  onRequest(): void {
    if (this.#modeNow() === 'silent') this.isDead = true
  }

  carry(chunk: Buffer): void {
    const mode = this.#modeNow()
    if (mode === 'silent') this.isDead = true
    if (this.isDead) return
    if (this.#dripping || mode === 'dripping') return this.#drip(chunk)
    if (mode === 'late') this.#delayedUntil = performance.now() + lateDelay
    if (this.#delayedUntil > performance.now()) {
      setTimeout(() => this.#near.write(chunk), this.#delayedUntil - performance.now())
    } else if (mode === 'resetting' || mode === 'truncating') {
      this.#near.write(chunk.subarray(0, middleOfBody(chunk)), () => {
        if (mode === 'resetting') this.#near.resetAndDestroy()
        else this.#near.end()
      })
      this.isDead = true
    } else this.#near.write(chunk)
  }

  #drip(chunk: Buffer): void {
    this.#waiting = Buffer.concat([this.#waiting, chunk])
    this.#dripping ??= setInterval(() => this.#sendNextByte(), drip)
  }

  /**
   * Sends the next byte of the body (the first one with the headers), or all remaining bytes when the fault is over.
   */
  #sendNextByte(): void {
    const isOver = this.#modeNow() !== 'dripping'
    const headers = this.#waiting.indexOf('\r\n\r\n')
    const length = isOver ? this.#waiting.length : headers < 0 ? 1 : headers + 5
    this.#near.write(this.#waiting.subarray(0, length))
    this.#waiting = this.#waiting.subarray(length)
    if (this.#waiting.length > 0 && !isOver) return
    clearInterval(this.#dripping)
    this.#dripping = undefined
  }
}

function middleOfBody(chunk: Buffer): number {
  const headers = chunk.indexOf('\r\n\r\n')
  const start = headers < 0 ? 0 : headers + 4
  return start + Math.floor((chunk.length - start) / 2)
}
