import { randomUUID } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import fastify from 'fastify'
import type { Kysely } from 'kysely'
import { writeAccounts } from '../../../services/customers/accounts.ts'
import type { CustomersTables } from '../../../services/customers/tables.ts'
import type { PhotosTables } from '../../../services/photos/tables.ts'
import type { Platform } from '../../../services/platform/platform.ts'
import type { Ground } from '../../support/database.ts'
import { type RunningServices, startServices } from '../../support/services.ts'
import { type SmtpServer, startSmtpServer } from '../../support/smtpServer.ts'
import { createTokenIssuer, type TokenIssuer } from '../../support/tokens.ts'
import { publicUrl } from '../storage/customer.ts'

/** The customers service with what it needs: photos, brands, a mail server. */
export interface CustomerServices {
  readonly services: RunningServices
  readonly platform: Platform
  readonly issuer: TokenIssuer
  readonly smtp: SmtpServer
  readonly database: Kysely<CustomersTables>
  readonly photos: Kysely<PhotosTables>
  /** The operator's call, with the secret or what is given in place of it. */
  operate(path: string, body: unknown, secret?: string): Promise<Response>
  close(): Promise<void>
}

export async function startCustomerServices(ground: Ground): Promise<CustomerServices> {
  const issuer = await createTokenIssuer(`${publicUrl}/identity`)
  const identity = fastify()
  identity.get('/jwks', async () => issuer.jwks)
  const smtp = await startSmtpServer()
  const services = await startServices({
    ground,
    services: ['site', 'customers', 'photos'],
    environment: {
      PUBLIC_URL: publicUrl,
      IDENTITY_URL: await identity.listen({ port: 0, host: '127.0.0.1' }),
      SMTP_URL: smtp.url,
      DEMO: 'true',
    },
  })
  const operatorSecret = readFileSync(join(services.dataDir, 'keys', 'operator'), 'utf8').trim()
  return {
    services,
    platform: services.platform,
    issuer,
    smtp,
    database: services.platform.database<CustomersTables>('customers'),
    photos: services.platform.database<PhotosTables>('photos'),
    operate: (path, body, secret = operatorSecret) =>
      fetch(`${services.url}/customers/dev/${path}`, {
        method: 'POST',
        headers: { 'content-type': 'application/json', 'x-operator-secret': secret },
        body: JSON.stringify(body),
      }),
    async close() {
      await services.close()
      await smtp.close()
      await identity.close()
    },
  }
}

/** An account straight into the table; answers its id. */
export async function addAccount(
  database: Kysely<CustomersTables>,
  registered: string,
  known: { id?: string; email?: string; locale?: string; brand?: string; name?: string } = {},
): Promise<string> {
  const id = known.id ?? randomUUID()
  const { email = `${id}@example.com`, locale = 'en-GB', brand = 'keepsake', name = 'Mira Holt' } = known
  await writeAccounts(database, [{ id, email, name, locale, brand, registered }])
  return id
}

/** So many of them that are all alike; answers their ids. */
export async function addAccounts(
  database: Kysely<CustomersTables>,
  registered: string,
  count: number,
): Promise<string[]> {
  const accounts = Array.from({ length: count }, () => {
    const id = randomUUID()
    return { id, email: `${id}@example.com`, name: null, locale: null, brand: null, registered }
  })
  await writeAccounts(database, accounts)
  return accounts.map(({ id }) => id)
}

/** As if the last reminder had been sent. */
export async function announce(database: Kysely<CustomersTables>, id: string): Promise<void> {
  await database.updateTable('accounts').set({ reminded: 4 }).where('id', '=', id).execute()
}
