import { randomUUID } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { type Kysely, sql } from 'kysely'
import { writeAccounts } from '../../../services/customers/accounts.ts'
import type { CustomersTables } from '../../../services/customers/tables.ts'
import type { MailingTables } from '../../../services/mailing/tables.ts'
import type { DatabaseKind } from '../../support/database.ts'
import { appendEvent } from '../asService.ts'
import { ServiceGroup } from '../serviceGroup.ts'
import { type Answer, type Customer, until } from '../storage/customer.ts'

/** A mail in the outbox. */
export interface StoredMail {
  readonly to: string
  readonly subject: string
  readonly text: string
  readonly headers: Readonly<Record<string, string>>
}

/** A customer with an address of their own. */
export interface Reader {
  readonly customer: Customer
  readonly email: string
}

export const me = '/mailing/api/v1/subscriptions/me'

/** The e-mail gateway, as customers, their mail programs and the operator use it. */
export class MailingServices extends ServiceGroup {
  constructor(kind: DatabaseKind, environment: Readonly<Record<string, string>> = {}) {
    super(kind, ['site', 'customers', 'mailing'], environment)
  }

  get database(): Kysely<MailingTables> {
    return this.platform.database<MailingTables>('mailing')
  }

  async newReader(facts: { readonly confirmed?: boolean; readonly email?: string } = {}): Promise<Reader> {
    const { confirmed = true, email = `${randomUUID()}@example.com` } = facts
    const customer = this.newCustomer()
    const unknown = { name: null, locale: null, brand: null, business: null }
    await writeAccounts(this.platform.database<CustomersTables>('customers'), [
      { ...unknown, id: customer.id, email, confirmed, registered: new Date().toISOString() },
    ])
    return { customer, email }
  }

  async subscribe({ customer }: Reader): Promise<Answer> {
    return customer.call('PUT', me, { body: { locale: 'de-DE', textVersion: '2026-11' } })
  }

  async read({ customer }: Reader): Promise<Answer['body']> {
    return (await customer.call('GET', me)).body
  }

  async stateOf(reader: Reader): Promise<string> {
    return (await this.read(reader)).state
  }

  /** Confirms a subscription by the call of the specification, without an access token. */
  async confirm(email: string, token: string, method = 'POST'): Promise<Answer> {
    const path = `/mailing/api/v1/Profiles/${encodeURIComponent(email)}/subscription/confirm/${encodeURIComponent(token)}`
    return this.newCustomer().call(method, path, { headers: { authorization: '' } })
  }

  /** A reader whose subscription is confirmed. */
  async newSubscriber(): Promise<Reader> {
    const reader = await this.newReader()
    await this.subscribe(reader)
    await this.confirm(reader.email, await this.tokenFor(reader.email))
    return reader
  }

  /** The token of the newest link to confirm that was mailed to an address, once there are this many mails. */
  async tokenFor(email: string, count = 1): Promise<string> {
    const mail = (await this.mailsTo(email, count)).at(-1)
    const link = /http\S+\/subscription-confirmation\?\S+/.exec(mail?.text ?? '')?.[0] ?? ''
    return new URL(link).searchParams.get('confirmation-token') ?? ''
  }

  /** The mails to an address, oldest first, once there are this many. */
  async mailsTo(email: string, count: number): Promise<StoredMail[]> {
    return until(async () => {
      const own = (await this.#mails()).filter(({ to }) => to === email)
      return own.length >= count ? own : null
    }, `${count} mails to ${email}`)
  }

  /** How many mails an address has got, once all jobs of the service are done. */
  async countOf(email: string): Promise<number> {
    await this.untilIdle()
    return (await this.#mails()).filter(({ to }) => to === email).length
  }

  async untilIdle(): Promise<void> {
    await until(async () => {
      const { rows } = await sql`
        select from jobs.job where starts_with(name, 'mailing.') and state < 'completed' limit 1`.execute(this.database)
      return rows.length === 0 ? true : null
    }, 'the jobs of mailing to be done')
  }

  async changeEmail({ customer }: Reader, email: string): Promise<void> {
    await appendEvent(this, { type: 'account.emailChanged', owner: customer.id, data: { email } })
  }

  /** Starts a newsletter as the operator does, or reads how far it was sent. */
  async sendNewsletter(name: string): Promise<Answer['body']> {
    const secret = readFileSync(join(this.dataDir, 'keys', 'operator'), 'utf8').trim()
    const options = { headers: { 'x-operator-secret': secret }, body: { name, letter: 'yearBook' } }
    return (await this.newCustomer().call('POST', '/mailing/dev/newsletters', options)).body
  }

  /** Calls the page behind `List-Unsubscribe`, as a browser or a mail program does. */
  async page(path: string, init: RequestInit = {}): Promise<{ status: number; html: string; headers: Headers }> {
    const response = await fetch(`${this.url}/mailing/unsubscribe/${path}`, init)
    return { status: response.status, html: await response.text(), headers: response.headers }
  }

  async #mails(): Promise<StoredMail[]> {
    const folder = join(this.dataDir, 'outbox')
    const names = (await readdir(folder).catch((): string[] => [])).filter((name) => name.endsWith('.json'))
    const texts = await Promise.all(names.toSorted().map((name) => readFile(join(folder, name), 'utf8')))
    return texts.map((text): StoredMail => JSON.parse(text))
  }
}
