import { z } from 'zod'
import { photoId } from '../support/globalIds.ts'
import { businessClaims } from '../support/invoices.ts'
import type { TokenIssuer } from '../support/tokens.ts'
import type { Client, Operation } from './load.ts'

const customers = 10
const shownMonths = 3

const photosPart = z.object({ viewer: z.object({ library: z.object({ photosCount: z.number() }) }) })
const albumsPart = z.object({
  viewer: z.object({ library: z.object({ albums: z.object({ edges: z.array(z.unknown()).nonempty() }) }) }),
})
const monthsPart = z.object({ m0: z.object({ photos: z.object({ edges: z.array(z.unknown()).nonempty() }) }) })
const sitePart = z.object({ site: z.object({ name: z.string() }) })
const storagePart = z.object({
  viewer: z.object({ library: z.object({ storage: z.object({ isEstimate: z.literal(false) }) }) }),
})
const archivesPart = z.object({
  viewer: z.object({ downloads: z.object({ edges: z.array(z.unknown()).nonempty() }) }),
})
const ordersPart = z.object({
  viewer: z.object({ orders: z.object({ edges: z.array(z.unknown()).nonempty() }) }),
})
const invoicesPart = z.object({
  viewer: z.object({ invoices: z.object({ edges: z.array(z.unknown()).nonempty() }) }),
})
const projectsPart = z.object({
  viewer: z.object({ projects: z.object({ edges: z.array(z.unknown()).nonempty() }) }),
})
/** An answer without orders need not have vouchers, and an answer without projects need not have products. */
const vouchersPart = z.object({ viewer: z.object({ orders: nodesWith({ vouchers: z.array(z.unknown()) }) }) })
const productsPart = z.object({ viewer: z.object({ projects: nodesWith({ product: z.object({}) }) }) })
const shopsPart = z.object({ viewer: z.object({ shops: z.array(z.unknown()).nonempty() }) })
const quotePart = z.object({ viewer: z.object({ printQuote: z.object({ total: z.object({}) }) }) })
const newsletterPart = z.object({ viewer: z.object({ newsletter: z.object({ state: z.string() }) }) })
const paymentsPart = z.object({ viewer: z.object({ paymentMethods: z.object({ stored: z.object({}) }) }) })
const exportsPart = z.object({ viewer: z.object({ latestExport: z.object({ status: z.string() }) }) })
const timelineMonths = z.object({
  viewer: z.object({ library: z.object({ timeline: z.object({ months: z.array(z.object({ id: z.string() })) }) }) }),
})

/** A connection whose nodes all have these fields, or no connection. */
function nodesWith(fields: z.ZodRawShape) {
  return z.object({ edges: z.array(z.object({ node: z.object(fields) })) }).nullable()
}

const has = (part: z.ZodType) => (data: unknown) => part.safeParse(data).success

const months = Array.from({ length: shownMonths }, (_, index) => `m${index}`)
const timelineDocument = `query Timeline(${months.map((name) => `$${name}: ID!`).join(', ')}) {
  viewer { email library { id photosCount albumsCount timeline { months { id year month photosCount } } } }
  ${months.map((name) => `${name}: node(id: $${name}) { ...Month }`).join('\n  ')}
}
fragment Month on TimelineMonth {
  id
  photos(first: 24) {
    edges { cursor node { id fileName dateTaken width height thumbhash thumbnail(width: 300) { url width height } } }
    pageInfo { hasNextPage endCursor }
  }
}`

/** The operations, each with its frequency and the upstreams that it reads. */
const mix: { share: number; name: string; query: string; needs: Operation['needs'] }[] = [
  { share: 4, name: 'timeline', query: timelineDocument, needs: { photos: has(monthsPart) } },
  {
    share: 2,
    name: 'albums',
    query: `{ viewer { library { albums(first: 50) { edges { node { id name photosCount cover { id thumbnail(width: 300) { url } } } } } } } }`,
    needs: { photos: has(albumsPart) },
  },
  {
    share: 4,
    name: 'counts',
    query: '{ viewer { library { photosCount albumsCount } } }',
    needs: { photos: has(photosPart) },
  },
  {
    share: 2,
    name: 'home',
    query: '{ site { brand name } viewer { email library { photosCount } } }',
    needs: { photos: has(photosPart), site: has(sitePart) },
  },
  {
    share: 6,
    name: 'site',
    query: '{ site { brand name locales features { name enabled } links { faq terms } } }',
    needs: { site: has(sitePart) },
  },
  {
    share: 4,
    name: 'storage',
    query: '{ viewer { library { storage { status daysRemaining isEstimate } } } }',
    needs: { customers: has(storagePart) },
  },
  {
    share: 4,
    name: 'archives',
    query: '{ viewer { downloads(first: 10) { edges { node { id name state size } } } } }',
    needs: { downloads: has(archivesPart) },
  },
  {
    share: 3,
    name: 'orders',
    query: `{ viewer { orders(list: IN_PROGRESS, first: 10) { edges { node { code status lines { title } shipments { status } total { amount } } } } } }`,
    needs: { orders: has(ordersPart) },
  },
  {
    share: 3,
    name: 'vouchers',
    query: '{ viewer { orders(first: 10) { edges { node { code vouchers { code state } } } } } }',
    needs: { orders: has(ordersPart), vouchers: has(vouchersPart) },
  },
  {
    share: 3,
    name: 'invoices',
    query: '{ viewer { invoices(first: 10) { totalCount edges { node { number state total { amount } } } } } }',
    needs: { invoices: has(invoicesPart) },
  },
  {
    share: 3,
    name: 'projects',
    query: '{ viewer { projects(first: 10) { totalCount edges { node { title printableUntil } } } } }',
    needs: { projects: has(projectsPart) },
  },
  {
    share: 3,
    name: 'products',
    query: '{ viewer { projects(first: 10) { edges { node { title product { title } } } } } }',
    needs: { projects: has(projectsPart), products: has(productsPart) },
  },
  {
    share: 3,
    name: 'shops',
    query: '{ viewer { shops { channel } } }',
    needs: { merchandise: has(shopsPart) },
  },
  {
    share: 3,
    name: 'quote',
    query: `query ($photoId: ID!) { viewer { printQuote(input: { basketId: "basket", country: "NL", prints: [
      { size: "10X15", copies: 1, photoIds: [$photoId] }] }) { total { amount } } } }`,
    needs: { shop: has(quotePart) },
  },
  {
    share: 3,
    name: 'newsletter',
    query: '{ viewer { newsletter { state email requestedAt } } }',
    needs: { mailing: has(newsletterPart) },
  },
  {
    share: 3,
    name: 'payments',
    query:
      '{ viewer { paymentMethods { stored { id kind brand lastDigits state } removing { id } allowedKinds canChange } } }',
    needs: { payments: has(paymentsPart) },
  },
  {
    share: 3,
    name: 'export',
    query: '{ viewer { latestExport { id status progress photosCount chunks { iteration size } } } }',
    needs: { exports: has(exportsPart) },
  },
  { share: 4, name: 'email', query: '{ viewer { email } }', needs: {} },
]

/**
 * The operations of the load, from several customers. Each is repeated by its frequency.
 * @param client of a healthy gateway, from which the ids of the months are read
 * @throws Error if the gateway does not answer
 */
export async function createOperations(client: Client, tokens: TokenIssuer): Promise<Operation[]> {
  const accounts = Array.from(
    { length: customers },
    (_, index) => `018f3c1a-0000-7000-8000-${String(index).padStart(12, '0')}`,
  )
  const perAccount = await Promise.all(
    accounts.map(async (account) => {
      // A business account can read everything.
      const claims = { ...businessClaims.claims, exp: Math.floor(Date.now() / 1000) + 3_600 }
      const token = await tokens.issue(account, { claims })
      const monthIds = await monthsOf(client, token)
      return mix.flatMap(({ share, ...operation }) =>
        Array.from({ length: share }, () => ({
          ...operation,
          token: operation.name === 'site' ? null : token,
          variables: variablesOf(operation.name, monthIds),
        })),
      )
    }),
  )
  return perAccount.flat()
}

/** @param ids of the months, by the names of their variables */
function variablesOf(name: string, ids: Record<string, string>): Record<string, string> {
  if (name === 'timeline') return ids
  return name === 'quote' ? { photoId: photoId(101) } : {}
}

async function monthsOf(client: Client, token: string): Promise<Record<string, string>> {
  let ids: string[] = []
  const read = (data: unknown) => {
    const answer = timelineMonths.safeParse(data)
    ids = answer.data?.viewer.library.timeline.months.map(({ id }) => id) ?? []
    return ids.length >= shownMonths
  }
  const query = '{ viewer { library { timeline { months { id } } } } }'
  const outcome = await client.send({ name: 'months', query, variables: {}, token, needs: { photos: read } })
  if (outcome.delivered.length === 0)
    throw new Error(`The gateway does not answer: ${outcome.status} ${outcome.detail}`)
  return Object.fromEntries(months.map((name, index) => [name, ids[index] ?? '']))
}
