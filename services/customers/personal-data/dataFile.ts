import type { Kysely } from 'kysely'
import { isBusiness } from '../../platform/access.ts'
import { listAddresses } from '../addressBook.ts'
import { readProfile } from '../profiles.ts'
import type { CustomersTables } from '../tables.ts'
import { type DataCaller, unavailable } from './DataCaller.ts'
import * as shapes from './shapes.ts'

const ordersPerPage = 100
const itemsPerPage = 100
/** How many codes one call of vouchers can have. */
const codesPerCall = 500

/**
 * Writes all data of a customer, as text of one JSON object. Lists are read and written page by page, so that a long
 * list does not fill the memory.
 * @throws Problem if a part cannot be read, or changes while it is read: then the text is not complete
 */
export async function* dataFile(caller: DataCaller, database: Kysely<CustomersTables>): AsyncGenerator<Uint8Array> {
  const { productPdfs, ...facts } = await readFacts(caller, database)
  yield encode(
    `{\n${Object.entries(facts)
      .map(([name, value]) => entry(name, value))
      .join(',\n')}`,
  )
  const codes = new Set<string>()
  yield* list('orders', ordersOf(caller, codes))
  yield* list('vouchers', vouchersOf(caller, [...codes]))
  yield* list('invoices', isBusiness(caller.account) ? invoicesOf(caller) : noPages())
  yield* list('projects', projectsOf(caller, 'saved'))
  yield* list('deletedProjects', projectsOf(caller, 'deleted'))
  yield encode(`,\n${entry('productPdfs', productPdfs)}\n}\n`)
}

/** Everything that needs one call. The part of this service is first, because it refuses deleted accounts. */
async function readFacts(caller: DataCaller, database: Kysely<CustomersTables>) {
  const { account } = caller
  const profile = await readProfile(database, account)
  const businessAccountStatus = isBusiness(account) ? profile.businessStatus : null
  const addresses = shapes.addresses.parse(await listAddresses(database, account))
  const registration = await readRegistration(database, account.id)
  const [sessions, passkeys, emailChange, newsletter, payment, pdfs] = await Promise.all([
    caller.read('identity', { path: '/sessions', answer: shapes.sessions }),
    caller.read('identity', { path: '/passkeys', answer: shapes.passkeys }),
    caller.find('identity', {
      path: `/v2/identities/keepsake/${account.id}/emailchanges`,
      answer: shapes.emailChange,
    }),
    caller.read('mailing', { path: '/api/v1/subscriptions/me', answer: shapes.newsletter }),
    caller.read('payments', { path: '/v1/payment-methods/me', answer: shapes.paymentMethods }),
    caller.read('products', { path: '/v1/Pdfs/me', answer: shapes.productPdfs }),
  ])
  return {
    createdAt: new Date().toISOString(),
    account: { accountId: account.id, email: account.email, ...registration, emailChange },
    profile: shapes.profile.parse({ ...profile, businessAccountStatus }),
    addresses,
    ...sessions,
    ...passkeys,
    newsletter,
    paymentMethods: [...(payment.method ? [payment.method] : []), ...payment.removing],
    productPdfs: pdfs.pdfs,
  }
}

/** When the account was registered, and the dates that determine how long its photos are kept. */
async function readRegistration(database: Kysely<CustomersTables>, id: string) {
  const row = await database
    .selectFrom('accounts')
    .select(['name', 'locale', 'brand', 'registered_at', 'last_order_at', 'deletion_at'])
    .where('id', '=', id)
    .executeTakeFirst()
  return {
    registeredName: row?.name ?? null,
    registeredLocale: row?.locale ?? null,
    brand: row?.brand ?? null,
    registeredAt: row?.registered_at.toISOString() ?? null,
    lastOrderAt: row?.last_order_at?.toISOString() ?? null,
    photosKeptUntil: row?.deletion_at.toISOString() ?? null,
  }
}

async function* ordersOf(caller: DataCaller, codes: Set<string>): AsyncGenerator<readonly unknown[]> {
  for (let after: string | null = ''; after !== null;) {
    const place: string = after === '' ? '' : `&After=${encodeURIComponent(after)}`
    const path = `/v2/superorders/me?Limit=${ordersPerPage}&Count=false${place}`
    const { items, next } = await caller.read('orders', { path, answer: shapes.orderPage })
    for (const { voucher } of items.flatMap(({ products }) => products)) {
      if (voucher !== null) codes.add(voucher)
    }
    yield items
    after = next
  }
}

async function* vouchersOf(caller: DataCaller, codes: readonly string[]): AsyncGenerator<readonly unknown[]> {
  for (let start = 0; start < codes.length; start += codesPerCall) {
    const body = { optionCodes: codes.slice(start, start + codesPerCall) }
    const call = { path: '/api/v1/campaigns/offers/lookup', body, answer: shapes.vouchers }
    const { offers } = await caller.read('vouchers', call)
    yield offers.filter((offer) => offer !== null)
  }
}

function invoicesOf(caller: DataCaller): AsyncGenerator<readonly unknown[]> {
  return pages(async (offset) => {
    const path = `/api/v1/HistoricalInvoice/me?offset=${offset}&limit=${itemsPerPage}`
    return caller.read('invoices', { path, answer: shapes.invoicePage })
  })
}

function projectsOf(caller: DataCaller, which: 'saved' | 'deleted'): AsyncGenerator<readonly unknown[]> {
  return pages(async (skip) => {
    const path = `/api/v2/projects/${caller.account.id}?skip=${skip}&limit=${itemsPerPage}&list=${which}`
    const { projects, totalCount } = await caller.read('projects', { path, answer: shapes.projectPage })
    return { items: projects, total: totalCount }
  })
}

interface ItemPage<Item> {
  readonly items: readonly Item[]
  /** The number of items on all pages. */
  readonly total: number
}

/**
 * The pages of a list that is read by offset. An item that is added, deleted or moved between two calls can make another
 * one fall between the pages. This is noticed: the number of items must stay the same, and each must appear once.
 * @throws Problem 424 if the list changes while it is read
 */
async function* pages<Item extends { readonly id: string }>(
  read: (offset: number) => Promise<ItemPage<Item>>,
): AsyncGenerator<readonly Item[]> {
  const ids = new Set<string>()
  for (let offset = 0, known: number | null = null; known === null || offset < known;) {
    const { items, total }: ItemPage<Item> = await read(offset)
    offset += items.length
    known ??= total
    for (const { id } of items) ids.add(id)
    if (known !== total || ids.size !== offset || (items.length === 0 && offset < total)) {
      throw unavailable('The data have changed while they were read. Try again.')
    }
    yield items
  }
}

async function* noPages(): AsyncGenerator<readonly unknown[]> {}

/** An entry of the object that is a list. It follows another entry. */
async function* list(name: string, read: AsyncIterable<readonly unknown[]>): AsyncGenerator<Uint8Array> {
  yield encode(`,\n  ${JSON.stringify(name)}: [`)
  let isFirst = true
  for await (const items of read) {
    const texts = items.map((item) => indented(item, '    '))
    if (texts.length > 0) yield encode(`${isFirst ? '' : ','}\n${texts.join(',\n')}`)
    isFirst &&= texts.length === 0
  }
  yield encode(isFirst ? ']' : '\n  ]')
}

function entry(name: string, value: unknown): string {
  return `  ${JSON.stringify(name)}: ${indented(value, '  ').trimStart()}`
}

/** JSON that people can read. */
function indented(value: unknown, indent: string): string {
  return indent + JSON.stringify(value, null, 2).replaceAll('\n', `\n${indent}`)
}

function encode(text: string): Uint8Array {
  return Buffer.from(text)
}
