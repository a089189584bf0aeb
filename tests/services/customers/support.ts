import { randomUUID } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import fastify, { type FastifyInstance } from 'fastify'
import { type Kysely, sql } from 'kysely'
import { afterAll, beforeAll, expect } from 'vitest'
import { z } from 'zod'
import { writeAccounts } from '../../../services/customers/accounts.ts'
import { reminderMailQueueName } from '../../../services/customers/reminderMails.ts'
import { accountConsumer, accountEventTypes } from '../../../services/customers/accountEvents.ts'
import type { CustomersTables } from '../../../services/customers/tables.ts'
import type { PhotosTables } from '../../../services/photos/tables.ts'
import type { RunningPlatform } from '../../../services/platform/createPlatform.ts'
import type { Platform } from '../../../services/platform/platform.ts'
import { createInstallation, type DatabaseKind, type Installation } from '../../support/database.ts'
import { openPlatform } from '../../support/platform.ts'
import { type SmtpServer, startSmtpServer } from '../../support/smtpServer.ts'
import { ServiceGroup } from '../serviceGroup.ts'
import { type Answer, type Customer, until } from '../storage/customer.ts'

/** The customers service and what it needs: photos, brands, a mail server. */
export class CustomerServices extends ServiceGroup {
  #smtp: SmtpServer | undefined

  constructor(kind: DatabaseKind) {
    super(kind, ['site', 'customers', 'photos'], { DEMO: 'true' })
  }

  get smtp(): SmtpServer {
    if (!this.#smtp) throw new Error('The mail server is not running yet.')
    return this.#smtp
  }

  get database(): Kysely<CustomersTables> {
    return this.platform.database<CustomersTables>('customers')
  }

  get photos(): Kysely<PhotosTables> {
    return this.platform.database<PhotosTables>('photos')
  }

  /** Makes an operator's call, with the right secret or the given one. */
  async operate(path: string, body: unknown, secret?: string): Promise<Response> {
    const right = readFileSync(join(this.dataDir, 'keys', 'operator'), 'utf8').trim()
    return fetch(`${this.url}/customers/dev/${path}`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', 'x-operator-secret': secret ?? right },
      body: JSON.stringify(body),
    })
  }

  /** A customer with a known account. The operator's calls name the account by its e-mail address. */
  async knownCustomer(
    registered: string,
    known: { business?: boolean } = {},
  ): Promise<{ customer: Customer; email: string }> {
    const id = await addAccount(this.database, registered, known)
    return { customer: this.newCustomer(id), email: `${id}@example.com` }
  }

  async append(type: string, owner: string, data: unknown): Promise<void> {
    await this.database.transaction().execute((change) => this.platform.events.append(change, [{ type, owner, data }]))
  }

  /** Waits until the service has handled all events of an account. */
  async untilHandled(owner: string): Promise<void> {
    await until(async () => {
      const left = await this.database.transaction().execute((change) =>
        this.platform.events.ownersWithUnhandled(change, {
          consumer: accountConsumer,
          types: accountEventTypes,
          owners: [owner],
        }),
      )
      return left.size === 0 ? true : null
    }, 'the events to be handled')
  }

  /** Places an order and waits until it is handled. */
  async place(owner: string, orderCode: string, placed: string): Promise<void> {
    await this.append('order.placed', owner, { orderCode, placed })
    await this.untilHandled(owner)
  }

  protected override async prepare(): Promise<Readonly<Record<string, string>>> {
    this.#smtp = await startSmtpServer()
    return { SMTP_URL: this.#smtp.url }
  }

  protected override async cleanUp(): Promise<void> {
    await this.#smtp?.close()
  }
}

/** The customers database without running services. Only the tests change it. */
export class IsolatedAccounts {
  #installation: Installation | undefined
  #photos: FastifyInstance | undefined
  #running: RunningPlatform | undefined
  #other: RunningPlatform | undefined

  /**
   * @param filled returns the ids of the accounts that have photos
   */
  constructor(kind: DatabaseKind, filled: (ownerIds: readonly string[]) => readonly string[]) {
    beforeAll(async () => {
      this.#installation = await createInstallation(kind)
      this.#photos = fastify()
      this.#photos.post<{ Body: { ownerIds: string[] } }>('/libraries/filled', async ({ body }) => ({
        ownerIds: filled(body.ownerIds),
      }))
      const environment = { PHOTOS_URL: await this.#photos.listen({ port: 0, host: '127.0.0.1' }) }
      const running = await openPlatform(this.#installation, { environment })
      this.#running = running
      await running.platform.migrate('customers', new URL('../../../services/customers/migrations/', import.meta.url))
      const idle = { payload: z.unknown(), concurrency: 1, retries: 0, timeoutSeconds: 60, run: async () => undefined }
      running.platform.jobs.define({ name: reminderMailQueueName, ...idle })
      await running.platform.jobs.start()
      if (this.hasServer) this.#other = await openPlatform(this.#installation, { environment })
    })
    afterAll(async () => {
      await this.#other?.close()
      await this.#running?.close()
      await this.#photos?.close()
      await this.#installation?.remove()
    })
  }

  get platform(): Platform {
    if (!this.#running) throw new Error('The platform is not open yet.')
    return this.#running.platform
  }

  /** The platform of a second process, or of the first process if the database allows only one. */
  get otherPlatform(): Platform {
    return this.#other?.platform ?? this.platform
  }

  get database(): Kysely<CustomersTables> {
    return this.platform.database<CustomersTables>('customers')
  }

  /** True if the database is a server with its own clock. */
  get hasServer(): boolean {
    return this.#installation?.databaseUrl !== undefined
  }

  /** For each deletion event of an account: the time up to which photos were deleted. */
  async deletionsOf(owner: string): Promise<string[]> {
    const { rows } = await sql<{ before: string }>`
      select data->>'before' as before from platform.events
      where type = 'library.retention-due' and owner = ${owner} order by position`.execute(this.database)
    return rows.map(({ before }) => before)
  }
}

/** Inserts an account; returns its id. */
export async function addAccount(
  database: Kysely<CustomersTables>,
  registered: string,
  known: {
    id?: string
    email?: string
    locale?: string
    brand?: string
    name?: string
    confirmed?: boolean
    business?: boolean
  } = {},
): Promise<string> {
  const id = known.id ?? randomUUID()
  const {
    email = `${id}@example.com`,
    locale = 'en-GB',
    brand = 'keepsake',
    name = 'Mira Holt',
    confirmed = true,
    business = null,
  } = known
  await writeAccounts(database, [{ id, email, name, locale, brand, confirmed, business, registered }])
  return id
}

/** Inserts identical accounts; returns their ids. */
export async function addAccounts(
  database: Kysely<CustomersTables>,
  registered: string,
  count: number,
): Promise<string[]> {
  const accounts = Array.from({ length: count }, () => {
    const id = randomUUID()
    const facts = { name: null, locale: null, brand: null, confirmed: true, business: false }
    return { ...facts, id, email: `${id}@example.com`, registered }
  })
  await writeAccounts(database, accounts)
  return accounts.map(({ id }) => id)
}

/** Marks the last reminder as sent. */
export async function markReminded(database: Kysely<CustomersTables>, id: string): Promise<void> {
  await database.updateTable('accounts').set({ reminded: 4 }).where('id', '=', id).execute()
}

const today = new Date()

/** A day of a month, where month 0 is ten months ago. */
export function monthSince(month: number, day = 1): string {
  return new Date(Date.UTC(today.getUTCFullYear(), today.getUTCMonth() - 10 + month, day)).toISOString()
}

/** The account information, as its owner reads it. */
export async function informationOf(customer: Customer): Promise<Answer['body']> {
  const { status, body } = await customer.call('GET', '/customers/accounts/getaccountinformation')
  expect(status).toBe(200)
  return body
}
