import { afterAll, afterEach, beforeAll, beforeEach, type Mock, vi } from 'vitest'
import { freePort } from '../../launcher/ports.ts'
import { type Sandbox, startSandbox } from '../../launcher/sandbox/sandbox.ts'

/** The answer of a call of the sandbox. */
interface ControlAnswer {
  readonly status: number
  // Tests check the body with their own expectations.
  // oxlint-disable-next-line typescript/no-explicit-any
  readonly body: any
}

/** The sandbox that the tests of a file share. Properties are only set after the `beforeAll` hook. */
class SandboxSetup {
  /** Anna's access token. */
  token!: string
  readonly stopped: Mock<() => void> = vi.fn<() => void>()
  #running!: Sandbox

  async open(environment: Record<string, string>): Promise<void> {
    this.#running = await startSandbox(await freePort(), environment, this.stopped)
  }

  get url(): string {
    return this.#running.url
  }

  get controlUrl(): string {
    return this.#running.controlUrl
  }

  async close(): Promise<void> {
    await this.#running.close()
  }

  /** Makes a call with which a test prepares the sandbox. A `body` that is a string is sent unchanged. */
  async control(method: string, path: string, body?: object | string): Promise<ControlAnswer> {
    const response = await fetch(`${this.controlUrl}${path}`, {
      method,
      ...(body !== undefined && {
        body: typeof body === 'string' ? body : JSON.stringify(body),
        headers: { 'content-type': 'application/json' },
      }),
    })
    const text = await response.text()
    return { status: response.status, body: text === '' ? null : JSON.parse(text) }
  }

  /** Sends an operation to the gateway. */
  // Tests check the answer with their own expectations.
  // oxlint-disable-next-line typescript/no-explicit-any
  async ask(query: string, variables?: object): Promise<any> {
    const response = await fetch(`${this.url}/graphql`, {
      method: 'POST',
      headers: { authorization: `Bearer ${this.token}`, 'content-type': 'application/json' },
      body: JSON.stringify({ query, variables }),
    })
    return response.json()
  }

  /** Makes a call to storage. */
  async storage(method: string, path: string, headers: Record<string, string> = {}, body?: Buffer): Promise<Response> {
    return fetch(new URL(path, this.url), {
      method,
      headers: { authorization: `Bearer ${this.token}`, 'tus-resumable': '1.0.0', ...headers },
      ...(body && { body: new Uint8Array(body) }),
    })
  }
}

/**
 * Starts a sandbox for the tests of a file. Each test begins with 120 photos, without faults, and with a token of Anna.
 */
export function setUpSandbox(environment: Record<string, string> = {}): SandboxSetup {
  const setup = new SandboxSetup()
  beforeAll(async () => setup.open(environment))
  beforeEach(async () => {
    setup.token = (await setup.control('POST', '/tokens')).body.accessToken
  })
  afterEach(async () => {
    await setup.control('DELETE', '/faults')
    await setup.control('PUT', '/photos', { count: 120 })
  })
  afterAll(async () => setup.close())
  return setup
}
