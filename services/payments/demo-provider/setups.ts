import { randomBytes } from 'node:crypto'
import { type Kysely, type Selectable, sql } from 'kysely'
import type { NewSetup, ProvidedMethod, ProvidedSetup } from '../provider.ts'
import type { DemoChoice, DemoSetupsTable, PaymentsTables } from '../tables.ts'

export type DemoSetup = Selectable<DemoSetupsTable>

const minutesOpen = 30
/** How long the demo's bank checks a direct debit, so that the demo shows a setup that is pending. */
const bankMilliseconds = 10_000
/** The cards of the demo are usable for this many years. */
const cardYears = 3

/** Creates a setup. A repeated request returns the same one. */
export async function createDemoSetup(
  database: Kysely<PaymentsTables>,
  { id: requestKey, kinds, returnUrl, locale }: NewSetup,
): Promise<string> {
  await database
    .insertInto('demo_setups')
    .values({
      id: `setup_${randomBytes(32).toString('base64url')}`,
      request_key: requestKey,
      kinds,
      return_url: returnUrl,
      locale,
      expires_at: sql<Date>`now() + make_interval(mins => ${minutesOpen}::int)`,
    })
    .onConflict((conflict) => conflict.column('request_key').doNothing())
    .execute()
  const { id } = await database
    .selectFrom('demo_setups')
    .select('id')
    .where('request_key', '=', requestKey)
    .executeTakeFirstOrThrow()
  return id
}

export async function findDemoSetup(database: Kysely<PaymentsTables>, id: string): Promise<DemoSetup | undefined> {
  return database.selectFrom('demo_setups').selectAll().where('id', '=', id).executeTakeFirst()
}

/** Stores what the customer has chosen. Only the first choice counts, and only before the setup expires. */
export async function chooseMethod(database: Kysely<PaymentsTables>, id: string, choice: DemoChoice): Promise<void> {
  const hasMethod = choice === 'card' || choice === 'directDebit'
  await database
    .updateTable('demo_setups')
    .set({
      choice,
      chosen_at: sql<Date>`clock_timestamp()`,
      method_reference: hasMethod ? `demo_${randomBytes(18).toString('base64url')}` : null,
    })
    .where('id', '=', id)
    .where('choice', 'is', null)
    .where('expires_at', '>', sql<Date>`now()`)
    .execute()
}

/** Deletes a method. A repeated request changes nothing. @returns false if there never was such a method */
export async function detachDemoMethod(database: Kysely<PaymentsTables>, reference: string): Promise<boolean> {
  const found = await database
    .updateTable('demo_setups')
    .set({ detached_at: sql<Date>`coalesce(detached_at, clock_timestamp())` })
    .where('method_reference', '=', reference)
    .returning('id')
    .executeTakeFirst()
  return found !== undefined
}

/** The state of a setup. */
export function provided({ choice, chosen_at: chosen, expires_at: expires, ...setup }: DemoSetup): ProvidedSetup {
  if (choice === null || chosen === null) return { state: expires.getTime() > Date.now() ? 'open' : 'expired' }
  if (choice === 'cancel') return { state: 'cancelled' }
  if (choice === 'refusedCard' || setup.method_reference === null) return { state: 'refused' }
  if (choice === 'directDebit' && chosen.getTime() + bankMilliseconds > Date.now()) return { state: 'pending' }
  return { state: 'succeeded', method: { reference: setup.method_reference, ...labels[choice](chosen) } }
}

const labels: Readonly<Record<'card' | 'directDebit', (chosen: Date) => Omit<ProvidedMethod, 'reference'>>> = {
  card: (chosen) => ({
    kind: 'card',
    brand: 'Visa',
    lastDigits: '4242',
    expires: `${chosen.getUTCFullYear() + cardYears}-12`,
  }),
  directDebit: () => ({ kind: 'directDebit', brand: 'Demo Bank', lastDigits: '3456', expires: null }),
}
