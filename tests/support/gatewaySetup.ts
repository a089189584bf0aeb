import type { FastifyInstance } from 'fastify'
import { afterAll, afterEach, beforeAll, beforeEach, vi } from 'vitest'
import type { AppSurroundings } from '../../gateway/app.ts'
import { type Answer, ask, listenAt, startGateway } from './gateway.ts'
import { anna } from './tokens.ts'
import { type Upstreams, startUpstreams } from './upstream.ts'

/** Upstreams, and the gateways before them. Nothing is there before the tests' own hooks run. */
export class UpstreamsSetup {
  upstreams!: Upstreams
  /** Anna's. */
  token!: string
  readonly #started: FastifyInstance[] = []

  async open(): Promise<void> {
    this.upstreams = await startUpstreams()
    this.token = await this.upstreams.tokens.issue(anna)
  }

  /** A gateway before the upstreams. It is closed by itself. */
  async start(settings?: Record<string, string>, surroundings?: AppSurroundings): Promise<FastifyInstance> {
    const app = await startGateway(this.upstreams, settings, surroundings)
    this.#started.push(app)
    return app
  }

  async closeGateways(): Promise<void> {
    await Promise.all(this.#started.splice(0).map((app) => app.close()))
  }

  async close(): Promise<void> {
    await this.closeGateways()
    await this.upstreams.app.close()
  }
}

/** What a file's tests share. */
export class GatewaySetup extends UpstreamsSetup {
  app!: FastifyInstance
  /** Where it listens. */
  url!: string

  /** One that waits for nothing long, for calls that are never answered, and has the keys that tokens are checked by. */
  async startHasty(settings?: Record<string, string>): Promise<FastifyInstance> {
    const app = await this.start({ UPSTREAM_TIMEOUT: '1500', ...settings })
    await untilKeysAreThere(app, this.token)
    return app
  }

  /** Asks as Anna. */
  ask(query: string, variables?: Record<string, unknown>, headers?: Record<string, string>): Promise<Answer> {
    return ask(this.app, query, { token: this.token, variables: variables ?? {}, headers: headers ?? {} })
  }
}

/** Starts upstreams and a gateway for the tests of a file, heals the upstreams before each, and closes all after them. */
export function setUpGateway(settings?: Record<string, string>, surroundings?: AppSurroundings): GatewaySetup {
  const gateway = new GatewaySetup()
  beforeAll(async () => {
    await gateway.open()
    gateway.app = await gateway.start(settings, surroundings)
    gateway.url = await listenAt(gateway.app)
  })
  afterAll(() => gateway.close())
  beforeEach(() => gateway.upstreams.heal())
  return gateway
}

/** Starts upstreams for tests that start gateways themselves, heals them before each, and closes its gateways after it. */
export function setUpUpstreams(): UpstreamsSetup {
  const setup = new UpstreamsSetup()
  beforeAll(() => setup.open())
  afterAll(() => setup.close())
  beforeEach(() => setup.upstreams.heal())
  afterEach(() => setup.closeGateways())
  return setup
}

/** They are fetched once, which on a busy machine takes longer than the deadlines of some tests. */
export async function untilKeysAreThere(app: FastifyInstance, token: string): Promise<void> {
  await vi.waitFor(async () => {
    const { status } = await ask(app, '{ viewer { email } }', { token })
    if (status !== 200) throw new Error(`The gateway answered ${status}`)
  }, 60_000)
}
