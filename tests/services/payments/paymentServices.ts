import { type Kysely, sql } from 'kysely'
import type { DemoChoice, PaymentsTables } from '../../../services/payments/tables.ts'
import type { ServiceName } from '../../../services/services.ts'
import type { DatabaseKind } from '../../support/database.ts'
import type { TokenContent, TokenIssuer } from '../../support/tokens.ts'
import { ServiceGroup } from '../serviceGroup.ts'
import { type Answer, Customer } from '../storage/customer.ts'
import { ProviderLink } from './providerLink.ts'

const seconds = () => Math.floor(Date.now() / 1000)

/** A customer of a brand who has just signed in. */
export class Payer extends Customer {
  /** Claims that replace those of the token. Undefined: the claim is missing. */
  claims: Record<string, unknown> = {}
  /** The URL of the services. */
  readonly services: string

  constructor(services: string, issuer: Pick<TokenIssuer, 'issue'>, id?: string) {
    super(services, issuer, id)
    this.services = services
  }

  override async token(content?: TokenContent): Promise<string> {
    const claims = { client_id: 'keepsake-web', auth_time: seconds(), ...this.claims, ...content?.claims }
    return super.token({ ...content, claims })
  }

  async stored(): Promise<Answer['body']> {
    return (await this.call('GET', '/payments/v1/payment-methods/me')).body
  }

  async start(body: object = {}, headers: Record<string, string> = {}): Promise<Answer> {
    return this.call('POST', '/payments/v1/payment-methods/me/setups', { body, headers })
  }

  async complete(setupId: string): Promise<Answer> {
    return this.call('POST', `/payments/v1/payment-methods/me/setups/${setupId}/completion`, { body: {} })
  }

  async remove(id: string): Promise<Answer> {
    return this.call('DELETE', `/payments/v1/payment-methods/me/${id}`)
  }

  /** Chooses at the provider's page, as its form does. */
  async choose(pageUrl: string, choice: string): Promise<Response> {
    return fetch(this.services + pagePath(pageUrl), {
      method: 'POST',
      headers: { 'content-type': 'application/x-www-form-urlencoded' },
      body: `choice=${choice}`,
      redirect: 'manual',
    })
  }

  /** Starts a setup and chooses. Returns the id of the setup. */
  async visit(choice: DemoChoice): Promise<string> {
    const { status, body } = await this.start()
    if (status !== 201) throw new Error(`A setup was answered with ${status}: ${JSON.stringify(body)}`)
    await this.choose(body.pageUrl, choice)
    return body.setupId
  }

  /** Stores a card. Returns the method. */
  async storeCard(): Promise<Answer['body']> {
    await this.complete(await this.visit('card'))
    return (await this.stored()).method
  }
}

/** The path that the services have for a page of the payment provider. The edge shows it under another path. */
export function pagePath(pageUrl: string): string {
  return new URL(pageUrl).pathname.replace('/dev/payment-provider/', '/payments/demo-provider/pages/')
}

/** The status and the code of a problem. */
export const codeOf = ({ status, body }: Answer) => [status, body.code]

/** The payments service, with the demo's payment provider behind a link that can let calls fail. */
export class PaymentServices extends ServiceGroup {
  readonly link = new ProviderLink(() => this.url)

  constructor(kind: DatabaseKind, others: readonly ServiceName[] = []) {
    super(kind, ['site', 'payments', ...others], { DEMO: 'true' })
  }

  get database(): Kysely<PaymentsTables> {
    return this.platform.database<PaymentsTables>('payments')
  }

  override newCustomer(id?: string): Payer {
    return new Payer(this.url, this.running.issuer, id)
  }

  /** How many payment methods of these setups the provider has, and how many it has deleted. */
  async atProvider(...setupIds: readonly string[]): Promise<{ readonly kept: number; readonly deleted: number }> {
    const rows = await this.database
      .selectFrom('demo_setups')
      .select('detached_at')
      .where('request_key', 'in', setupIds)
      .where('method_reference', 'is not', null)
      .execute()
    const deleted = rows.filter((row) => row.detached_at !== null).length
    return { kept: rows.length - deleted, deleted }
  }

  /** Lets an hour pass for a setup at the provider. Then the bank has decided, or the setup has expired. */
  async passTime(setupId: string): Promise<void> {
    const past = new Date(Date.now() - 3_600_000)
    await this.database
      .updateTable('demo_setups')
      .set({ expires_at: past, chosen_at: sql<Date>`chosen_at - interval '1 hour'` })
      .where('request_key', '=', setupId)
      .execute()
  }

  protected override async prepare(): Promise<Readonly<Record<string, string>>> {
    return this.link.start()
  }

  protected override async cleanUp(): Promise<void> {
    this.link.stop()
  }
}
