import { type Kysely, sql } from 'kysely'
import { v7 as uuidv7 } from 'uuid'
import { demoAccounts, type DemoOrder, demoOrders } from '../platform/demo.ts'
import type { Platform } from '../platform/platform.ts'
import type { ReservationState, VouchersTable, VouchersTables } from './tables.ts'

type DemoVoucher = Pick<VouchersTable, 'code' | 'campaign_name'> &
  Partial<VouchersTable> & {
    /** The last day, counted from the day on which the voucher is made. Default: no end. */
    readonly daysValid?: number
    /** The state of its reservation. Default: it has none. */
    readonly reservation?: ReservationState
    /** The code of the order that has used it. */
    readonly order?: string
  }

const [anna, ben, studio] = demoAccounts

const demoVouchers: readonly DemoVoucher[] = [
  { code: 'WINTER20', campaign_name: 'Winter sale', is_single_use: false, percentage: 20, daysValid: 90 },
  { code: 'ANNA-WELCOME', campaign_name: 'Welcome', account_id: anna.id, amount: 1_000, minimum_order: 2_500 },
  {
    code: 'ANNA-PRINTS',
    campaign_name: '50 free prints',
    account_id: anna.id,
    amount: 950,
    product_codes: ['PAP_910'],
    daysValid: 30,
    reservation: 'reserved',
  },
  {
    code: 'ANNA-SORRY',
    campaign_name: 'Sorry for the delay',
    account_id: anna.id,
    amount: 500,
    daysValid: 60,
    reservation: 'returned',
  },
  { code: 'ANNA-SUMMER', campaign_name: 'Summer holidays', account_id: anna.id, percentage: 30, daysValid: -20 },
  { code: 'BEN-WELCOME', campaign_name: 'Welcome', account_id: ben.id, amount: 1_000, minimum_order: 2_500 },
  { code: 'STUDIO-VOLUME', campaign_name: 'Volume discount', account_id: studio.id, percentage: 10 },
  ...demoOrders.flatMap(usedVoucherOf),
]

function usedVoucherOf({ accountId, code: order, voucher }: DemoOrder): DemoVoucher[] {
  if (!voucher) return []
  const { code, campaignName, percentage } = voucher
  return [{ code, campaign_name: campaignName, account_id: accountId, percentage, reservation: 'used', order }]
}

/** Adds a voucher in each state, and one for everybody. Does not change existing vouchers. */
export async function addDemoVouchers(platform: Platform): Promise<void> {
  const database = platform.database<VouchersTables>('vouchers')
  await database.transaction().execute(async (change) => {
    for (const voucher of demoVouchers) await addVoucher(change, voucher)
  })
}

async function addVoucher(change: Kysely<VouchersTables>, voucher: DemoVoucher): Promise<void> {
  const { daysValid, reservation: state, order, ...values } = voucher
  const isMoney = values.amount !== undefined || values.minimum_order !== undefined
  const added = await change
    .insertInto('vouchers')
    .values({
      is_single_use: true,
      currency: isMoney ? 'EUR' : null,
      valid_until: daysValid === undefined ? null : sql`(now() at time zone 'UTC')::date + ${daysValid}::int`,
      ...values,
    })
    .onConflict((conflict) => conflict.doNothing())
    .returning(['code', 'is_single_use', 'account_id'])
    .executeTakeFirst()
  if (!added || added.account_id === null || state === undefined) return
  await change
    .insertInto('reservations')
    .values({
      id: uuidv7(),
      code: added.code,
      is_single_use: added.is_single_use,
      account_id: added.account_id,
      request_key: 'demo',
      order_code: order ?? null,
      digest: '',
      discounts: JSON.stringify({ currency: 'EUR', lines: [{ id: '1', minorUnits: 500 }] }),
      state,
      expires_at: sql<Date>`now() + interval '30 days'`,
    })
    .execute()
}
