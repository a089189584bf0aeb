import { type Kysely, type Selectable, sql, type Transaction } from 'kysely'
import { v7 as uuidv7 } from 'uuid'
import { z } from 'zod'
import type { JobQueue, OpenTransaction, Platform } from '../platform/platform.ts'
import { Problem } from '../platform/problems.ts'
import type { BrandPayments } from './brandPayments.ts'
import { changeMethods, markRemoved, type Payments, queueDetaching } from './methods.ts'
import { type ProvidedMethod, type ProvidedSetup, ProviderUnavailable } from './provider.ts'
import type { PaymentsTables, SetupState, SetupsTable } from './tables.ts'

export type SetupRow = Selectable<SetupsTable>

/** Who starts a setup, where, and in which language. */
export interface SetupRequest extends BrandPayments {
  readonly accountId: string
  readonly locale: string | null
}

/** The page to which the provider sends customers back. The setup is in its query. */
const returnPath = '/settings/payment-method'

/** How many setups an account can start in an hour. */
const maximumPerHour = 20
const hourSeconds = 3_600

/** How long the provider is asked about a setup that does not end. Some banks need days to confirm a mandate. */
const daysAsked = 7

const payload = z.object({ setupId: z.uuid() })
const settleQueueName = 'payments.settle'

/**
 * Starts a setup at the provider. Our row is stored first. If the process dies after the provider has created its
 * setup, the customer never learns the URL of the provider's page, so the setup can never store a method.
 * @throws Problem 409 if the account was erased meanwhile, 429 if it has started too many setups; ProviderUnavailable
 */
export async function startSetup(
  { database, provider }: Payments,
  { accountId, kinds, origin, locale }: SetupRequest,
): Promise<{ readonly setupId: string; readonly pageUrl: string }> {
  const id = uuidv7()
  await changeMethods(database, accountId, async (change) => {
    await refuseTooMany(change, accountId)
    await change.insertInto('setups').values({ id, account_id: accountId, kinds }).execute()
  })
  const returnUrl = `${origin}${returnPath}?setup=${id}`
  const created = await provider.createSetup({ id, kinds, returnUrl, locale }).catch(async (error: unknown) => {
    await database.deleteFrom('setups').where('id', '=', id).execute()
    throw error
  })
  const kept = await database
    .updateTable('setups')
    .set({ provider_setup: created.providerSetup })
    .where('id', '=', id)
    .where('state', '=', 'open')
    .returning('id')
    .executeTakeFirst()
  // The account was erased meanwhile.
  if (!kept) throw new Problem(409, 'ACCOUNT_DELETED', 'The account is deleted.')
  return { setupId: id, pageUrl: created.pageUrl }
}

async function refuseTooMany(change: Transaction<PaymentsTables>, accountId: string): Promise<void> {
  const { count } = await change
    .selectFrom('setups')
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .where('account_id', '=', accountId)
    .where('started_at', '>', sql<Date>`now() - make_interval(secs => ${hourSeconds})`)
    .executeTakeFirstOrThrow()
  if (count < maximumPerHour) return
  const detail = `An account can start ${maximumPerHour} setups in an hour.`
  throw new Problem(429, 'TOO_MANY_SETUPS', detail, { 'retry-after': String(hourSeconds) })
}

/** Finds a setup of the account. Undefined if the account has no setup with this id. */
export async function findSetup(
  database: Kysely<PaymentsTables>,
  accountId: string,
  id: string,
): Promise<SetupRow | undefined> {
  return database
    .selectFrom('setups')
    .selectAll()
    .where('account_id', '=', accountId)
    .where('id', '=', id)
    .executeTakeFirst()
}

/**
 * Asks the provider about a setup that has not ended, and stores the outcome. Repeated and simultaneous calls are safe:
 * the first outcome counts.
 * @throws ProviderUnavailable
 */
export async function settleSetup({ platform, database, provider }: Payments, setup: SetupRow): Promise<SetupState> {
  if (isEnded(setup)) return setup.state
  const provided: ProvidedSetup =
    setup.provider_setup === null ? { state: 'expired' } : await provider.readSetup(setup.provider_setup)
  return changeMethods(database, setup.account_id, async (change) => {
    const current = await findSetup(change, setup.account_id, setup.id)
    // An erasure has deleted the setup meanwhile.
    if (!current) return 'expired'
    if (isEnded(current)) return current.state
    const state = provided.state === 'succeeded' ? await storeMethod(platform, change, current, provided.method) : null
    const next = state ?? nextState(current, provided)
    const ended = next === 'open' || next === 'pending' ? null : sql<Date>`clock_timestamp()`
    await change.updateTable('setups').set({ state: next, ended_at: ended }).where('id', '=', current.id).execute()
    return next
  })
}

function isEnded({ state }: SetupRow): boolean {
  return state !== 'open' && state !== 'pending'
}

/** The state after an answer of the provider that contains no method. */
function nextState({ started_at: started, state }: SetupRow, provided: ProvidedSetup): SetupState {
  if (provided.state === 'succeeded') throw new Error('A successful setup has a method.')
  if (provided.state !== 'open' && provided.state !== 'pending') return provided.state
  if (Date.now() - started.getTime() > daysAsked * 86_400_000) return 'expired'
  // A pending setup never becomes open again.
  return state === 'pending' ? 'pending' : provided.state
}

/**
 * Stores the method of a successful setup in place of the former one, which is then deleted at the provider. The new
 * method is not kept if the brand does not allow its kind, or if the customer has stored another method by a setup that
 * was started later.
 */
async function storeMethod(
  platform: Platform,
  change: Transaction<PaymentsTables>,
  setup: SetupRow,
  method: ProvidedMethod,
): Promise<'stored' | 'superseded' | 'refused'> {
  const isKnown = await refreshSame(change, setup, method)
  if (isKnown) return 'stored'
  const stored = await change
    .selectFrom('methods')
    .select(['id', 'setup_started_at'])
    .where('account_id', '=', setup.account_id)
    .where('removed_at', 'is', null)
    .executeTakeFirst()
  const isAllowed = setup.kinds.includes(method.kind)
  const isNewest = !stored || stored.setup_started_at <= setup.started_at
  const isKept = isAllowed && isNewest
  const id = uuidv7()
  const unwanted = isKept ? (stored ? [stored.id] : []) : [id]
  await markRemoved(change, unwanted)
  await change
    .insertInto('methods')
    .values({
      id,
      account_id: setup.account_id,
      ...valuesOf(method),
      setup_started_at: setup.started_at,
      removed_at: isKept ? null : new Date(),
    })
    .execute()
  await queueDetaching(platform, change, unwanted)
  if (isKept) return 'stored'
  return isAllowed ? 'superseded' : 'refused'
}

/**
 * Updates the stored method that has the same reference as the new one: some providers return the same reference when a
 * customer enters the same card again.
 * @returns false if no method has this reference
 * @throws ProviderUnavailable if the method with this reference belongs to another account, or is being removed
 */
async function refreshSame(
  change: Transaction<PaymentsTables>,
  setup: SetupRow,
  method: ProvidedMethod,
): Promise<boolean> {
  const same = await change
    .selectFrom('methods')
    .select(['id', 'account_id', 'removed_at'])
    .where('provider_reference', '=', method.reference)
    .executeTakeFirst()
  if (!same) return false
  if (same.account_id !== setup.account_id || same.removed_at !== null) {
    throw new ProviderUnavailable(new Error('The provider returned a reference that is in use.'))
  }
  const values = { ...valuesOf(method), setup_started_at: setup.started_at }
  await change.updateTable('methods').set(values).where('id', '=', same.id).execute()
  return true
}

function valuesOf({ reference, kind, brand, lastDigits, expires }: ProvidedMethod) {
  return { provider_reference: reference, kind, brand, last_digits: lastDigits, expires_month: expires }
}

/** Queues the jobs that ask the provider about setups. */
export async function queueSettling(
  platform: Platform,
  change: OpenTransaction,
  ids: readonly string[],
): Promise<void> {
  const jobs = ids.map((setupId) => ({ payload: { setupId }, key: setupId }))
  await platform.jobs.enqueueAll(change, settleQueueName, jobs)
}

/**
 * Asks the provider about a setup whose customer has not come back. `upkeep.ts` queues the job again until the setup
 * has ended.
 */
export function settleQueue(payments: Payments): JobQueue<z.infer<typeof payload>> {
  return {
    name: settleQueueName,
    payload,
    concurrency: 4,
    retries: 2,
    timeoutSeconds: 30,
    async run({ setupId }) {
      const setup = await payments.database
        .selectFrom('setups')
        .selectAll()
        .where('id', '=', setupId)
        .executeTakeFirst()
      if (setup) await settleSetup(payments, setup)
    },
  }
}
