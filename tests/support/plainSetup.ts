import type { FastifyInstance } from 'fastify'
import { afterAll, beforeAll, beforeEach, expect } from 'vitest'
import { type Answer, ask, listenAt, startGateway } from './gateway.ts'
import { globalId } from './globalIds.ts'
import { imageIdOf } from './photoLibrary.ts'
import { PlainServices } from './plainServices.ts'
import { anna } from './tokens.ts'
import { type Upstreams, startUpstreams } from './upstream.ts'

/** A gateway with services that answer the specification's calls only. Each test has its own gateway, which knows nothing yet. */
export class PlainSetup {
  upstreams!: Upstreams
  plain!: PlainServices
  app!: FastifyInstance
  /** The gateway's URL. */
  url!: string
  /** Anna's access token. */
  token!: string
  #plainUrl = ''

  async open(): Promise<void> {
    this.upstreams = await startUpstreams()
    for (const events of [this.upstreams.archiveEvents, this.upstreams.importEvents]) events.isNumbered = false
    this.plain = new PlainServices(this.upstreams.url)
    this.#plainUrl = await this.plain.listen()
    this.token = await this.upstreams.tokens.issue(anna)
  }

  async startGateway(): Promise<void> {
    this.upstreams.heal()
    await this.app?.close()
    this.app = await startGateway(this.upstreams, { SERVICES_URL: this.#plainUrl })
    this.url = await listenAt(this.app)
    this.plain.pageSize = 500
  }

  async close(): Promise<void> {
    await this.app.close()
    await this.plain.close()
    await this.upstreams.app.close()
  }

  /** The global id of an object, from the id that it has in the services behind. */
  id(type: string, own: string): string {
    return globalId(type, String(this.plain.ids.foreign(own)))
  }

  /** The global id of the photo with this number. */
  photo(number: number): string {
    return this.id('Photo', imageIdOf(number))
  }

  ask(query: string, variables: Record<string, unknown> = {}): Promise<Answer> {
    return ask(this.app, query, { token: this.token, variables })
  }

  /** Sends an operation that must succeed, as Anna. Returns its data, and the calls that it took. */
  // Tests check the data with their own expectations.
  // oxlint-disable-next-line typescript/no-explicit-any
  async read(query: string, variables: Record<string, unknown> = {}): Promise<{ data: any; calls: string[] }> {
    this.plain.calls.length = 0
    const { data, errors } = await this.ask(query, variables)
    expect(errors).toEqual([])
    return { data, calls: this.plain.calls.filter((call) => !call.endsWith('/jwks')) }
  }
}

export function setUpPlainGateway(): PlainSetup {
  const setup = new PlainSetup()
  beforeAll(() => setup.open())
  afterAll(() => setup.close())
  beforeEach(() => setup.startGateway())
  return setup
}
