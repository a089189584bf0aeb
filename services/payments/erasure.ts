import { deleteRowsOf, type Erasure } from '../platform/erasure.ts'
import { changeMethods, detachMethod, markRemoved, type Payments } from './methods.ts'
import { settleSetup } from './setups.ts'
import type { PaymentsTables } from './tables.ts'

/**
 * Erases the payment method of an account, at the provider first. Fails, and is repeated, while the provider does not
 * answer, or while a setup has not ended: it could still create a method at the provider that would never be deleted.
 */
export function paymentsErasure(payments: Payments): Erasure<PaymentsTables> {
  const { database } = payments
  return {
    service: 'payments',
    database,
    async erase(accountId, signal) {
      await endSetups(payments, accountId)
      const ids = await changeMethods(database, accountId, async (change) => {
        const methods = await change.selectFrom('methods').select('id').where('account_id', '=', accountId).execute()
        await markRemoved(
          change,
          methods.map(({ id }) => id),
        )
        return methods.map(({ id }) => id)
      })
      for (const id of ids) {
        signal.throwIfAborted()
        await detachMethod(payments, id)
      }
      await deleteRowsOf(database, { table: 'payments.setups', column: 'account_id' }, accountId, signal)
    },
  }
}

async function endSetups(payments: Payments, accountId: string): Promise<void> {
  const setups = await payments.database
    .selectFrom('setups')
    .selectAll()
    .where('account_id', '=', accountId)
    .where('state', 'in', ['open', 'pending'])
    .execute()
  for (const setup of setups) {
    const state = await settleSetup(payments, setup)
    if (state === 'open' || state === 'pending') throw new Error('A setup of the account has not ended yet.')
  }
}
