import type { FastifyInstance } from 'fastify'
import { afterAll, beforeAll, beforeEach, vi } from 'vitest'
import { type Answer, ask, startGateway } from './gateway.ts'
import { anna } from './tokens.ts'
import { type Upstreams, startUpstreams } from './upstream.ts'

/** What a file's tests share. Nothing is there before the tests' own hooks run. */
export class GatewaySetup {
  upstreams!: Upstreams
  app!: FastifyInstance
  /** Anna's. */
  token!: string
  readonly #started: FastifyInstance[] = []

  /** A gateway before the same upstreams. It is closed after the tests. */
  async start(settings?: Record<string, string>): Promise<FastifyInstance> {
    const app = await startGateway(this.upstreams, settings)
    this.#started.push(app)
    return app
  }

  /** One that waits for nothing long, and has the keys that tokens are checked by. */
  async startHasty(settings?: Record<string, string>): Promise<FastifyInstance> {
    const app = await this.start({ UPSTREAM_TIMEOUT: '400', ...settings })
    await untilKeysAreThere(app, this.token)
    return app
  }

  /** Asks as Anna. */
  ask(query: string, variables?: Record<string, unknown>, headers?: Record<string, string>): Promise<Answer> {
    return ask(this.app, query, { token: this.token, variables: variables ?? {}, headers: headers ?? {} })
  }

  async close(): Promise<void> {
    await Promise.all(this.#started.map((app) => app.close()))
    await this.upstreams.app.close()
  }
}

/** Starts upstreams and a gateway for the tests of a file, heals the upstreams before each, and closes all after them. */
export function setUpGateway(settings?: Record<string, string>): GatewaySetup {
  const gateway = new GatewaySetup()
  beforeAll(async () => {
    gateway.upstreams = await startUpstreams()
    gateway.app = await gateway.start(settings)
    gateway.token = await gateway.upstreams.tokens.issue(anna)
  })
  afterAll(() => gateway.close())
  beforeEach(() => gateway.upstreams.heal())
  return gateway
}

/** They are fetched once, which on a busy machine takes longer than the deadlines of some tests. */
export async function untilKeysAreThere(app: FastifyInstance, token: string): Promise<void> {
  await vi.waitFor(async () => {
    const { status } = await ask(app, '{ viewer { email } }', { token })
    if (status !== 200) throw new Error(`The gateway answered ${status}`)
  }, 10_000)
}
