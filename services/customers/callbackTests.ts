import { type Kysely, sql } from 'kysely'
import { demoReceiver } from '../../schema/rules/callbackUrl.ts'
import type { Platform } from '../platform/platform.ts'
import { Problem } from '../platform/problems.ts'
import { type Delivery, deliverNotice, type Network, publicInternet } from './noticeDelivery.ts'
import { type Caller, checkVersion, lockProfile } from './profiles.ts'
import { sampleNotice } from './sampleNotice.ts'
import type { CallbackFormat, CustomersTables } from './tables.ts'

/** The result of a test, and the callback that was tested. */
export interface CallbackTest extends Delivery {
  readonly callbackUrl: string
  readonly callbackFormat: CallbackFormat
}

/** Maximum number of tests per account and hour. */
const testsPerHour = 10

/** The path of the demo receiver, below the base URL of this service. */
export const demoReceiverPath = '/demo/notices'

/** Where the demo receiver is. It is one of our own routes, so it may be called although its address is not public. */
const ownNetwork: Network = { ...publicInternet, isAllowed: () => true }

/**
 * Sends a sample notice to the stored callback of a business account. Throws a problem if the account is blocked, has
 * no callback, or has used up its tests of this hour.
 * @param ifMatch the version of the profile that the customer sees: another device may have changed the callback
 */
export async function testCallback(
  platform: Pick<Platform, 'config'>,
  database: Kysely<CustomersTables>,
  caller: Caller,
  ifMatch: string | undefined,
): Promise<CallbackTest> {
  const { callbackUrl, callbackFormat } = await database.transaction().execute(async (change) => {
    const profile = await lockProfile(change, caller)
    checkVersion(profile, ifMatch)
    if (profile.callbackUrl === null || profile.callbackFormat === null) {
      throw new Problem(409, 'CALLBACK_NOT_SET', 'There is no callback URL to test.')
    }
    await countTest(change, caller.id)
    return { callbackUrl: profile.callbackUrl, callbackFormat: profile.callbackFormat }
  })
  const notice = sampleNotice(callbackFormat, new Date())
  const isDemo = platform.config.demo && callbackUrl === demoReceiver
  const delivery = isDemo
    ? await deliverNotice(platform.config.urls.customers + demoReceiverPath, notice, ownNetwork)
    : await deliverNotice(callbackUrl, notice)
  return { callbackUrl, callbackFormat, ...delivery }
}

/** @throws a 429 problem if the account has used up its tests of this hour */
async function countTest(change: Kysely<CustomersTables>, id: string): Promise<void> {
  const { rows } = await sql`
    update customers.profiles set
      tests = case when tests_since > now() - interval '1 hour' then tests + 1 else 1 end,
      tests_since = case when tests_since > now() - interval '1 hour' then tests_since else now() end
    where account_id = ${id} and (tests < ${testsPerHour} or tests_since <= now() - interval '1 hour')
    returning tests`.execute(change)
  if (rows.length > 0) return
  const waiting = await sql<{ seconds: number }>`
    select ceil(extract(epoch from tests_since + interval '1 hour' - now()))::int as seconds
    from customers.profiles where account_id = ${id}`.execute(change)
  const seconds = Math.max(1, waiting.rows[0]?.seconds ?? 1)
  throw new Problem(429, 'TOO_MANY_TESTS', `There were ${testsPerHour} tests within an hour.`, {
    'retry-after': String(seconds),
  })
}
