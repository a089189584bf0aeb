import { randomUUID } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { FastifyInstance } from 'fastify'
import type { Kysely } from 'kysely'
import { afterAll, beforeAll, expect } from 'vitest'
import { buildApp } from '../../../gateway/app.ts'
import { readConfig } from '../../../gateway/config.ts'
import { writeAccounts } from '../../../services/customers/accounts.ts'
import type { CustomersTables } from '../../../services/customers/tables.ts'
import { type PhotoServices, publicUrl, startPhotoServices } from '../../services/storage/customer.ts'
import { type Answer, ask, relaxedLimits } from '../../support/gateway.ts'
import { RecordingLink } from '../../support/recordingLink.ts'

/** A customer who uses the gateway. */
export interface Person {
  readonly id: string
  ask(query: string, variables?: Record<string, unknown>): Promise<Answer>
  /** Sends an operation that must succeed. Returns its data. */
  // The type is `any`, because tests check the data with their own expectations.
  // oxlint-disable-next-line typescript/no-explicit-any
  data(query: string, variables?: Record<string, unknown>): Promise<any>
  /** Sends a mutation with one input. Returns its result. */
  // oxlint-disable-next-line typescript/no-explicit-any
  change(field: string, input: Record<string, unknown>, selection: string): Promise<any>
}

/** A gateway with the real customers service. */
export class RealCustomers {
  running!: PhotoServices
  app!: FastifyInstance
  link!: RecordingLink

  async start(): Promise<void> {
    this.running = await startPhotoServices(undefined, { DEMO: 'true' }, ['customers', 'photos', 'site'])
    const { url, config } = this.running.services
    this.link = new RecordingLink(`${url}/customers`)
    this.app = await buildApp(
      readConfig({
        PUBLIC_URL: publicUrl,
        SERVICES_URL: url,
        IDENTITY_URL: config.urls.identity,
        CUSTOMERS_URL: await this.link.listen(),
        LOG_LEVEL: 'silent',
        ...relaxedLimits,
      }),
    )
  }

  async close(): Promise<void> {
    await this.app.close()
    await this.link.close()
    await this.running.close()
  }

  get database(): Kysely<CustomersTables> {
    return this.running.services.platform.database<CustomersTables>('customers')
  }

  /** Appends an event of an account. */
  async append(type: string, owner: string): Promise<void> {
    const { events } = this.running.services.platform
    await this.database.transaction().execute((change) => events.append(change, [{ type, owner, data: {} }]))
  }

  /** The operator changes the status of a business account. */
  async setStatus({ id }: Person, status: string): Promise<void> {
    const { dataDir, url } = this.running.services
    const secret = (await readFile(join(dataDir, 'keys', 'operator'), 'utf8')).trim()
    const answer = await fetch(`${url}/customers/dev/business-accounts`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', 'x-operator-secret': secret },
      body: JSON.stringify({ email: `${id}@example.com`, status }),
    })
    expect(answer.status).toBe(200)
  }

  /** @param claims further claims of the tokens */
  newPerson(claims: Readonly<Record<string, unknown>> = {}, id: string = randomUUID()): Person {
    const send: Person['ask'] = async (query, variables = {}) => {
      const token = await this.running.issuer.issue(id, { claims: { email: `${id}@example.com`, ...claims } })
      return ask(this.app, query, { token, variables })
    }
    const data: Person['data'] = async (query, variables) => {
      const answer = await send(query, variables)
      expect(answer.errors).toEqual([])
      return answer.data
    }
    return {
      id,
      ask: send,
      data,
      async change(field, input, selection) {
        const type = `${field.charAt(0).toUpperCase()}${field.slice(1)}Input`
        const query = `mutation ($input: ${type}!) { ${field}(input: $input) { __typename ${selection}
          ... on UserError { code } } }`
        return (await data(query, { input }))[field]
      },
    }
  }

  /** A business customer who has just signed in. The claim `auth_method` may be `B2B` or `b2b`. */
  async newBusiness(claims: Readonly<Record<string, unknown>> = {}): Promise<Person> {
    const signedIn = Math.floor(Date.now() / 1_000)
    const person = this.newPerson({ auth_method: 'B2B', auth_time: signedIn, ...claims })
    const facts = { name: 'Studio Süd', locale: 'de-DE', brand: null, confirmed: true, business: true }
    const registered = new Date().toISOString()
    await writeAccounts(this.database, [{ ...facts, id: person.id, email: `${person.id}@example.com`, registered }])
    return person
  }
}

export function setUpRealCustomers(): RealCustomers {
  const real = new RealCustomers()
  beforeAll(() => real.start())
  afterAll(() => real.close())
  return real
}
