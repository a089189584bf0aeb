import type { FastifyInstance } from 'fastify'
import { afterAll, afterEach, beforeAll, beforeEach, vi } from 'vitest'
import type { AppDependencies } from '../../gateway/app.ts'
import { type Answer, ask, listenAt, startGateway } from './gateway.ts'
import { globalId } from './globalIds.ts'
import { imageIdOf } from './photoLibrary.ts'
import { anna } from './tokens.ts'
import { type Upstreams, startUpstreams } from './upstream.ts'

/** Upstreams, and gateways that call them. Properties are only set after the `beforeAll` hook. */
export class UpstreamsSetup {
  upstreams!: Upstreams
  /** Anna's access token. */
  token!: string
  readonly #started: FastifyInstance[] = []

  async open(): Promise<void> {
    this.upstreams = await startUpstreams()
    this.token = await this.upstreams.tokens.issue(anna)
  }

  /** Starts a gateway. It is closed automatically. */
  async start(settings?: Record<string, string>, dependencies?: AppDependencies): Promise<FastifyInstance> {
    const app = await startGateway(this.upstreams, settings, dependencies)
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

/** The gateway that the tests of a file share. */
export class GatewaySetup extends UpstreamsSetup {
  app!: FastifyInstance
  /** The gateway's URL. */
  url!: string

  /** Replaces the gateway by a new gateway, which has nothing in its caches yet. */
  async renew(settings?: Record<string, string>, dependencies?: AppDependencies): Promise<void> {
    await this.closeGateways()
    this.app = await this.start(settings, dependencies)
    this.url = await listenAt(this.app)
  }

  /** Returns the id that the gateway receives for an object. `own` is the object's id in the simulated services. */
  idOf(own: string): string {
    return own
  }

  /** Returns the global id of an object. `own` is the object's id in the simulated services. */
  globalId(type: string, own: string): string {
    return globalId(type, this.idOf(own))
  }

  /** Returns the global id of the photo with this number. */
  photo(number: number): string {
    return this.globalId('Photo', imageIdOf(number))
  }

  /**
   * Starts a gateway with a short upstream timeout, for tests of upstreams that never respond. Fetches the keys first.
   */
  async startWithShortTimeouts(settings?: Record<string, string>): Promise<FastifyInstance> {
    const app = await this.start({ UPSTREAM_TIMEOUT: '1500', ...settings })
    await waitForSigningKeys(app, this.token)
    return app
  }

  /** Sends an operation as Anna. */
  ask(query: string, variables?: Record<string, unknown>, headers?: Record<string, string>): Promise<Answer> {
    return ask(this.app, query, { token: this.token, variables: variables ?? {}, headers: headers ?? {} })
  }
}

/**
 * Starts upstreams and a gateway for the tests of a file. Removes all faults before each test. Closes all afterwards.
 */
export function setUpGateway(settings?: Record<string, string>, dependencies?: AppDependencies): GatewaySetup {
  const gateway = new GatewaySetup()
  beforeAll(async () => {
    await gateway.open()
    await gateway.renew(settings, dependencies)
  })
  afterAll(() => gateway.close())
  beforeEach(() => gateway.upstreams.heal())
  return gateway
}

/** Like `setUpGateway`, for tests that start their own gateways, which are closed after each test. */
export function setUpUpstreams(): UpstreamsSetup {
  const setup = new UpstreamsSetup()
  beforeAll(() => setup.open())
  afterAll(() => setup.close())
  beforeEach(() => setup.upstreams.heal())
  afterEach(() => setup.closeGateways())
  return setup
}

/**
 * Waits until the gateway has the keys that verify tokens. On a busy machine this takes longer than some tests wait.
 */
export async function waitForSigningKeys(app: FastifyInstance, token: string): Promise<void> {
  await vi.waitFor(async () => {
    const { status } = await ask(app, '{ viewer { email } }', { token })
    if (status !== 200) throw new Error(`The gateway responded with status ${status}`)
  }, 60_000)
}
