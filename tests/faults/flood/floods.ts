import { monthsQuery, pageQuery } from './customer.ts'
import type { AttackerFacts } from './attacker.ts'

/** One request of a flood. */
export interface FloodRequest {
  readonly method: 'GET' | 'POST' | 'HEAD' | 'PATCH'
  readonly path: string
  readonly headers: Readonly<Record<string, string>>
  readonly body?: string | Buffer
}

/** A kind of flood. */
export interface Flood {
  readonly name: string
  /**
   * The minimum share of requests that must be refused, at 200 a second for 30 s. Zero if all are within the limits.
   */
  readonly refused: number
  /** The number of accounts that send the requests. */
  readonly accounts: number
  /** The network from which the requests come. */
  readonly network: 'IPv4' | '/64'
  /** @param number of the request, from 0 */
  request(facts: AttackerFacts, number: number): FloodRequest
}

/** A body above the size limits of the gateway and the services. */
const tooLarge = Buffer.alloc(1_200_000, 'a')
const costlyMonths = 24
const costlyQuery = `query Costly(${names('ID!')}) {
  ${Array.from({ length: costlyMonths }, (_, index) => `m${index}: node(id: $m${index}) { ...Month }`).join('\n  ')}
}
fragment Month on TimelineMonth { id photos(first: 24) { edges { node { id fileName dateTaken thumbnail(width: 300) { url } } } } }`

const one = { accounts: 1, network: 'IPv4' } as const
const many = { accounts: 10, refused: 0 } as const

export const floods: readonly Flood[] = [
  { ...one, name: 'sign-in', refused: 0.8, request: signIn },
  {
    ...one,
    name: 'registration',
    refused: 0.8,
    request: (facts, number) => (number % 2 === 0 ? register(facts, number) : requestLink(facts, number)),
  },
  { ...one, name: 'cheap-queries', refused: 0.6, request: (facts, number) => query(facts, number, cheapQuery) },
  {
    ...one,
    name: 'costly-queries',
    refused: 0.6,
    request: (facts, number) => query(facts, number, costlyQuery, costlyVariables(facts)),
  },
  { ...one, name: 'anonymous-queries', refused: 0, request: anonymousQuery },
  {
    ...one,
    name: 'expired-tokens',
    refused: 0.99,
    request: (facts, number) => query({ ...facts, tokens: [facts.expiredToken] }, number, cheapQuery),
  },
  { ...one, name: 'uploads', refused: 0.7, request: upload },
  { ...one, name: 'pictures', refused: 0, request: picture },
  { ...one, name: 'large-bodies', refused: 0.99, request: largeBody },
  { ...many, name: 'one-network', network: '/64', request: mixed },
  { ...many, name: 'one-address', network: 'IPv4', request: mixed },
]

const cheapQuery = '{ viewer { library { photosCount } } }'

function signIn({ interaction, addresses }: AttackerFacts, number: number): FloodRequest {
  const fields = { email: `stranger${number}@customer.example`, password: 'a-wrong-password' }
  return form(interaction.path, fields, { cookie: interaction.cookie, ...from(addresses, number) })
}

function register({ interaction, addresses }: AttackerFacts, number: number): FloodRequest {
  const email = `newcomer${number}@customer.example`
  const fields = { name: 'New Customer', email, password: 'a-long-enough-passphrase', terms: 'yes' }
  return form(`${interaction.path}/registration`, fields, { cookie: interaction.cookie, ...from(addresses, number) })
}

function requestLink({ addresses }: AttackerFacts, number: number): FloodRequest {
  const fields = { email: `stranger${number}@customer.example` }
  return form('/identity/link?client=keepsake-web', fields, from(addresses, number))
}

function form(path: string, fields: Record<string, string>, headers: Record<string, string>): FloodRequest {
  return {
    method: 'POST',
    path,
    headers: { ...headers, accept: 'text/html', 'content-type': 'application/x-www-form-urlencoded' },
    body: new URLSearchParams(fields).toString(),
  }
}

function query(facts: AttackerFacts, number: number, document: string, variables: object = {}): FloodRequest {
  return {
    method: 'POST',
    path: '/graphql',
    headers: { ...authorized(facts, number), 'content-type': 'application/json', accept: 'application/json' },
    body: JSON.stringify({ query: document, variables }),
  }
}

function anonymousQuery({ addresses }: AttackerFacts, number: number): FloodRequest {
  return {
    method: 'POST',
    path: '/graphql',
    headers: { ...from(addresses, number), 'content-type': 'application/json', accept: 'application/json' },
    body: JSON.stringify({ query: '{ site { brand name locales features { name enabled } } }' }),
  }
}

function upload(facts: AttackerFacts, number: number): FloodRequest {
  const headers = { ...authorized(facts, number), 'tus-resumable': '1.0.0' }
  const path = `/storage/files/${facts.uploadId}`
  if (number % 4 === 1) return { method: 'HEAD', path, headers }
  // The offset is wrong, so the bytes are refused.
  const chunk = { 'content-type': 'application/offset+octet-stream', 'upload-offset': '7' }
  if (number % 4 === 3) return { method: 'PATCH', path, headers: { ...headers, ...chunk }, body: 'bytes' }
  return { method: 'POST', path: '/storage/files', headers: { ...headers, 'upload-length': '1000' } }
}

function picture({ pictures, addresses }: AttackerFacts, number: number): FloodRequest {
  return { method: 'GET', path: pictures[number % pictures.length] ?? '/', headers: from(addresses, number) }
}

function largeBody(facts: AttackerFacts, number: number): FloodRequest {
  const headers = { ...authorized(facts, number), 'content-type': 'application/json' }
  return { method: 'POST', path: number % 2 === 0 ? '/graphql' : '/storage/uploads', headers, body: tooLarge }
}

function mixed(facts: AttackerFacts, number: number): FloodRequest {
  // The accounts take turns after each round of requests.
  const round = Math.floor(number / 4)
  if (number % 4 === 0) return query(facts, round, cheapQuery)
  if (number % 4 === 1) return query(facts, round, monthsQuery)
  if (number % 4 === 2) return query(facts, round, pageQuery, { month: facts.monthIds[round % facts.monthIds.length] })
  return picture(facts, round)
}

function authorized(facts: AttackerFacts, number: number): Record<string, string> {
  return {
    authorization: `Bearer ${facts.tokens[number % facts.tokens.length]}`,
    ...from(facts.addresses, number),
  }
}

function from(addresses: readonly string[], number: number): Record<string, string> {
  return { 'x-forwarded-for': addresses[number % addresses.length] ?? '' }
}

function names(type: string): string {
  return Array.from({ length: costlyMonths }, (_, index) => `$m${index}: ${type}`).join(', ')
}

function costlyVariables({ monthIds }: AttackerFacts): Record<string, string | undefined> {
  const variables = Array.from({ length: costlyMonths }, (_, index) => [`m${index}`, monthIds[index % monthIds.length]])
  return Object.fromEntries(variables)
}
