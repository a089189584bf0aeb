import { type TokenIssuer, createTokenIssuer } from '../../tests/support/tokens.ts'

/** The public URL of the product in the measurement. */
export const publicUrl = 'http://keepsake.test'

/** A signed-in customer. */
export interface Customer {
  readonly accountId: string
  readonly email: string
  readonly token: string
  /** The IP address in `X-Forwarded-For`. */
  readonly address: string
}

const tokenLifeSeconds = 3_600

/** Creates customers with tokens like those of the identity service. */
export async function createCustomers(count: number): Promise<{ customers: readonly Customer[]; jwks: object }> {
  const issuer = await createTokenIssuer(`${publicUrl}/identity`)
  const customers: Customer[] = []
  for (let number = 1; number <= count; number += 1) customers.push(await createCustomer(issuer, number))
  return { customers, jwks: issuer.jwks }
}

async function createCustomer(issuer: TokenIssuer, number: number): Promise<Customer> {
  const accountId = `018f3c1a-0000-7000-8000-${String(number).padStart(12, '0')}`
  const email = `customer-${String(number).padStart(5, '0')}@example.com`
  const exp = Math.floor(Date.now() / 1000) + tokenLifeSeconds
  const token = await issuer.issue(accountId, { claims: { email, exp } })
  return { accountId, email, token, address: `10.20.${number >> 8}.${number & 255}` }
}
