import type { ZodType } from 'zod'
import type { CalledService } from '../../platform/platform.ts'
import { listAddresses } from '../addressBook.ts'
import { readProfile } from '../profiles.ts'
import type { PartReader } from './PartReader.ts'
import * as shapes from './shapes.ts'

/** A place in the file: what is read next. */
export interface Place {
  /** 0 for the facts, then the number of a list. */
  readonly step: number
  /** The `next` of the list's page that was read before this place; null at the beginning of the list. */
  readonly cursor: string | null
}

interface List {
  /** The name of the entry in the file. */
  readonly name: string
  readonly service: CalledService
  /** The name of the list in the call of the service. */
  readonly path: string
  readonly page: ZodType<{ readonly items: readonly unknown[]; readonly next: string | null }>
}

/**
 * The lists, in their order in the file. Stored places contain the number of a list (from 1), so new lists must be
 * added at the end.
 */
const lists: readonly List[] = [
  { name: 'sessions', service: 'identity', path: 'sessions', page: shapes.sessionPage },
  { name: 'consents', service: 'mailing', path: 'consents', page: shapes.consentPage },
  { name: 'orders', service: 'orders', path: 'orders', page: shapes.orderPage },
  { name: 'vouchers', service: 'vouchers', path: 'vouchers', page: shapes.voucherPage },
  { name: 'invoices', service: 'invoices', path: 'invoices', page: shapes.invoicePage },
  { name: 'projects', service: 'projects', path: 'projects', page: shapes.projectPage },
  { name: 'productPdfs', service: 'products', path: 'pdfs', page: shapes.productPdfPage },
  { name: 'onlineBooks', service: 'widgets', path: 'widgets', page: shapes.onlineBookPage },
  { name: 'connectedApps', service: 'identity', path: 'connections', page: shapes.connectedAppPage },
]

/** Whether the file ends at this place. */
export function isEnd({ step }: Place): boolean {
  return step > lists.length
}

/**
 * Reads the page that begins at a place of the file. All pages together are the text of one JSON object.
 * @returns the text of this page, and the place of the next one
 * @throws PartUnavailable if a service does not deliver its part
 * @throws Problem 404 if the account is marked for deletion
 */
export async function readPage(reader: PartReader, place: Place): Promise<{ text: string; next: Place }> {
  const list = lists[place.step - 1]
  if (!list) return { text: await readFacts(reader), next: { step: 1, cursor: null } }
  const { cursor } = place
  const query = cursor === null ? '' : `?after=${encodeURIComponent(cursor)}`
  const { items, next } = await reader.read(list.service, `/${list.path}${query}`, list.page)
  const isFirst = cursor === null
  const text =
    (isFirst ? `,\n  ${JSON.stringify(list.name)}: [` : '') +
    items.map((item, index) => `${isFirst && index === 0 ? '' : ','}\n${indented(item, '    ')}`).join('')
  if (next !== null) return { text, next: { step: place.step, cursor: next } }
  const after = { step: place.step + 1, cursor: null }
  const close = isFirst && items.length === 0 ? ']' : '\n  ]'
  return { text: text + close + (isEnd(after) ? '\n}\n' : ''), next: after }
}

/** The beginning of the object: all entries except the lists of other services. */
async function readFacts(reader: PartReader): Promise<string> {
  const { accountId: id, isBusiness } = reader.owner
  const caller = { id, authMethod: isBusiness ? 'b2b' : '' }
  const profile = await readProfile(reader.database, caller)
  const addresses = shapes.addresses.parse(await listAddresses(reader.database, caller))
  const registration = await readRegistration(reader)
  const [identity, newsletter, payment] = await Promise.all([
    reader.read('identity', '', shapes.identity),
    reader.read('mailing', '', shapes.newsletter),
    reader.read('payments', '', shapes.paymentMethods),
  ])
  const facts = {
    createdAt: new Date().toISOString(),
    account: { accountId: id, email: identity.email, ...registration, emailChange: identity.emailChange },
    profile: shapes.profile.parse({ ...profile, businessAccountStatus: isBusiness ? profile.businessStatus : null }),
    addresses,
    passkeys: identity.passkeys,
    newsletter,
    paymentMethods: payment.methods,
  }
  const entries = Object.entries(facts).map(
    ([name, value]) => `  ${JSON.stringify(name)}: ${indented(value, '  ').trimStart()}`,
  )
  return `{\n${entries.join(',\n')}`
}

/** When the account was registered, and the dates that determine how long its photos are kept. */
async function readRegistration({ database, owner }: PartReader) {
  const row = await database
    .selectFrom('accounts')
    .select(['name', 'locale', 'brand', 'registered_at', 'last_order_at', 'deletion_at'])
    .where('id', '=', owner.accountId)
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

/** Indented JSON, which is easy to read. */
function indented(value: unknown, indent: string): string {
  return indent + JSON.stringify(value, null, 2).replaceAll('\n', `\n${indent}`)
}
