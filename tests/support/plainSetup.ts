import type { FastifyInstance } from 'fastify'
import { afterAll, beforeAll, beforeEach, expect } from 'vitest'
import type { AppDependencies } from '../../gateway/app.ts'
import { GatewaySetup } from './gatewaySetup.ts'
import { PlainServices } from './plainServices.ts'

/** A gateway with services that answer the specification's calls only. */
export class PlainSetup extends GatewaySetup {
  plain!: PlainServices
  /** The URL of the plain services. */
  plainUrl = ''

  override async open(): Promise<void> {
    await super.open()
    for (const events of [this.upstreams.archiveEvents, this.upstreams.importEvents]) events.isNumbered = false
    this.plain = new PlainServices(this.upstreams.url)
    this.plainUrl = await this.plain.listen()
  }

  override start(settings?: Record<string, string>, dependencies?: AppDependencies): Promise<FastifyInstance> {
    return super.start({ SERVICES_URL: this.plainUrl, ...settings }, dependencies)
  }

  override async close(): Promise<void> {
    await this.closeGateways()
    await this.plain.close()
    await super.close()
  }

  override idOf(own: string): string {
    return String(this.plain.ids.foreign(own))
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

/**
 * Starts plain services for the tests of a file. Removes all faults before each test. Gateways are started by `renew`.
 */
export function setUpPlainServices(): PlainSetup {
  const setup = new PlainSetup()
  beforeAll(() => setup.open())
  afterAll(() => setup.close())
  beforeEach(() => {
    setup.upstreams.heal()
    setup.plain.pageSize = 500
    setup.plain.monthPageSize = undefined
  })
  return setup
}

/** Like `setUpPlainServices`, with a new gateway for each test. Its caches are empty. */
export function setUpPlainGateway(): PlainSetup {
  const setup = setUpPlainServices()
  beforeEach(() => setup.renew())
  return setup
}
