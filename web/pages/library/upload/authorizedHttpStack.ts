import type { HttpRequest, HttpResponse, HttpStack } from 'tus-js-client'
import type { AccessToken } from './uploadTypes.ts'

/** Thrown when the user is no longer signed in. */
export class SignedOutError extends Error {}

interface AuthorizedHttpStackOptions {
  readonly base: HttpStack
  /** The token and the correlation id are sent to this origin only. */
  readonly origin: string
  /** Null before the sign-in: the uploads then belong to no account. */
  readonly accessToken: AccessToken | null
}

/**
 * Gives every request to storage a correlation id and a current token, because tokens live for minutes and uploads for
 * hours. After a 401 it renews the token and retries once. Without this, tus would restart an upload that gets a 401
 * while resuming.
 */
export class AuthorizedHttpStack implements HttpStack {
  readonly #options: AuthorizedHttpStackOptions

  constructor(options: AuthorizedHttpStackOptions) {
    this.#options = options
  }

  createRequest(method: string, url: string): HttpRequest {
    return new AuthorizedRequest(method, url, this.#options)
  }

  getName(): string {
    return 'AuthorizedHttpStack'
  }
}

class AuthorizedRequest implements HttpRequest {
  readonly #method: string
  readonly #url: string
  readonly #options: AuthorizedHttpStackOptions
  readonly #headers = new Map<string, string>()
  #request: HttpRequest
  #progressHandler: ((bytesSent: number) => void) | null = null
  #isAborted = false

  constructor(method: string, url: string, options: AuthorizedHttpStackOptions) {
    this.#method = method
    this.#url = url
    this.#options = options
    this.#request = options.base.createRequest(method, url)
  }

  getMethod(): string {
    return this.#method
  }

  getURL(): string {
    return this.#url
  }

  setHeader(header: string, value: string): void {
    this.#headers.set(header, value)
    this.#request.setHeader(header, value)
  }

  getHeader(header: string): string | undefined {
    return this.#headers.get(header)
  }

  setProgressHandler(handler: (bytesSent: number) => void): void {
    this.#progressHandler = handler
    this.#request.setProgressHandler(handler)
  }

  async send(body: Blob | null): Promise<HttpResponse> {
    const token = await this.#authorize(null)
    const response = await this.#request.send(body)
    if (response.getStatus() !== 401 || token === null) return response
    this.#request = this.#options.base.createRequest(this.#method, this.#url)
    for (const [header, value] of this.#headers) this.#request.setHeader(header, value)
    if (this.#progressHandler) this.#request.setProgressHandler(this.#progressHandler)
    await this.#authorize(token)
    return this.#request.send(body)
  }

  async abort(): Promise<void> {
    this.#isAborted = true
    await this.#request.abort()
  }

  getUnderlyingObject(): unknown {
    return this.#request.getUnderlyingObject()
  }

  async #authorize(refused: string | null): Promise<string | null> {
    if (new URL(this.#url).origin !== this.#options.origin) return null
    if (this.#options.accessToken === null) {
      this.#request.setHeader('X-Correlation-Id', crypto.randomUUID())
      return null
    }
    const token = await this.#options.accessToken(refused)
    // Aborting does not stop a request that has not been sent yet.
    if (this.#isAborted) throw new DOMException('The upload was stopped', 'AbortError')
    if (token === null) throw new SignedOutError('The user is no longer signed in')
    this.#request.setHeader('Authorization', `Bearer ${token}`)
    this.#request.setHeader('X-Correlation-Id', crypto.randomUUID())
    return token
  }
}
