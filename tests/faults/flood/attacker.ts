import { randomUUID } from 'node:crypto'
import { SignInRequest } from '../../services/identity/visitor.ts'
import { Customer } from './customer.ts'
import type { Flood } from './floods.ts'
import type { Product } from './product.ts'

/** What the sender of a flood needs to know. It is sent to the sender's process. */
export interface AttackerFacts {
  /** One token for each account of the attacker. The first account has the library and the upload. */
  readonly tokens: readonly string[]
  readonly expiredToken: string
  /** The attacker's IP addresses, all in one address group. */
  readonly addresses: readonly string[]
  /** The ids of the months of the first account's library, and the paths of its pictures. */
  readonly monthIds: readonly string[]
  readonly pictures: readonly string[]
  /** An unfinished upload of the first account. */
  readonly uploadId: string
  /** The form of a sign-in, and its cookies. */
  readonly interaction: { readonly path: string; readonly cookie: string }
}

const addressesOfNetwork = 100

/**
 * Prepares an attacker with new accounts and IP addresses, so that the product's limits do not count earlier floods.
 * @param number of the attacker, from 1 to 250
 */
export async function prepareAttacker(product: Product, flood: Flood, number: number): Promise<AttackerFacts> {
  const addresses = addressesOf(flood, number)
  // The requests that prepare the attacker come from another IP address.
  const customer = await Customer.create(product, `192.0.2.${number}`)
  const others = Array.from({ length: flood.accounts - 1 }, () => product.issueToken(randomUUID()))
  const now = Math.floor(Date.now() / 1_000)
  const facts = {
    tokens: [customer.token, ...(await Promise.all(others))],
    expiredToken: await product.issueToken(randomUUID(), { iat: now - 1_200, exp: now - 600 }),
    addresses,
    ...customer.library,
    uploadId: await announceUpload(product.url, customer.token),
    interaction: await openSignIn(product.url),
  }
  await customer.close()
  return facts
}

function addressesOf({ network }: Flood, number: number): string[] {
  if (network === 'IPv4') return [`198.51.100.${number}`]
  return Array.from({ length: addressesOfNetwork }, (_, host) => `2001:db8:0:${number}::${(host + 1).toString(16)}`)
}

async function announceUpload(url: string, token: string): Promise<string> {
  const headers = { authorization: `Bearer ${token}`, 'tus-resumable': '1.0.0', 'upload-length': '1000' }
  const response = await fetch(`${url}/storage/files`, { method: 'POST', headers })
  const id = response.headers.get('location')?.split('/').at(-1)
  if (id === undefined) throw new Error(`An upload cannot be announced: ${response.status} ${await response.text()}`)
  return id
}

async function openSignIn(url: string): Promise<AttackerFacts['interaction']> {
  const request = new SignInRequest('keepsake-web', `${url}/auth/callback`)
  const response = await fetch(url + request.url(), { redirect: 'manual' })
  const location = response.headers.get('location')
  if (response.status !== 303 || location === null) throw new Error(`No sign-in form: ${response.status}`)
  const cookie = response.headers
    .getSetCookie()
    .map((line) => line.split(';')[0])
    .join('; ')
  return { path: new URL(location, url).pathname, cookie }
}
