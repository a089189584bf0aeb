import { describe, expect, test } from 'vitest'
import type { CustomersTables } from '../../../services/customers/tables.ts'
import type { IdentityTables } from '../../../services/identity/tables.ts'
import { DeletionServices } from '../deletion/deletionServices.ts'
import { me } from './mailingServices.ts'

describe('a marketing subscription at an address that is confirmed by the link of a mail', () => {
  const services = new DeletionServices('the embedded database', {}, ['site', 'identity', 'customers', 'mailing'])
  const options = { body: { locale: 'de-DE', textVersion: '2026-11' } }

  test('is possible at once, before the customers service learns of it', async () => {
    const owner = await services.register()
    const subscribe = async () => (await owner.customer.call('PUT', me, options)).body
    expect(await subscribe()).toEqual({ outcome: 'unconfirmed', retryAt: null })
    await services.platform
      .database<IdentityTables>('identity')
      .updateTable('accounts')
      .set({ email_state: 'confirmed' })
      .where('id', '=', owner.id)
      .execute()
    expect(await subscribe()).toEqual({ outcome: 'accepted', retryAt: null })
    const known = services.platform.database<CustomersTables>('customers').selectFrom('accounts')
    expect(await known.select('confirmed').where('id', '=', owner.id).execute()).toEqual([{ confirmed: false }])
    await owner.mailWith('/subscription-confirmation?')
  })
})
