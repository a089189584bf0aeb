import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { findScopes, storeConnection } from '../../../services/identity/connections.ts'
import { createChangeToken } from '../../../services/identity/emailChanges.ts'
import { findAccountById } from '../../../services/identity/accounts.ts'
import { findMailedToken } from '../../../services/identity/mailLinks.ts'
import { waitingStatements } from '../../support/waitingStatements.ts'
import { changeKit, newEmail } from './emailChangeKit.ts'
import { type RunningIdentity, startIdentity } from './support.ts'

describe('two changes of one account at the same moment, on a PostgreSQL server', () => {
  let identity: RunningIdentity
  beforeAll(async () => {
    identity = await startIdentity({ kind: 'a PostgreSQL server', demo: false })
  })
  afterAll(async () => identity.close())

  const kit = changeKit(() => identity)

  /** Starts changes that all have to wait for the account, and then lets them continue. */
  async function atOnce<Result>(accountId: string, changes: readonly (() => Promise<Result>)[]): Promise<Result[]> {
    const results = await identity.database.transaction().execute(async (transaction) => {
      await transaction.selectFrom('accounts').select('id').where('id', '=', accountId).forUpdate().execute()
      const running = changes.map(async (change) => change())
      await expect.poll(() => waitingStatements(identity.database)).toBe(changes.length)
      return running
    })
    return Promise.all(results)
  }

  test('a partner gets the scopes of both consents', async () => {
    const { id } = await kit.customer()
    const partner = { clientId: 'partner', name: 'Partner' }
    const consents = ['openid photos:read', 'openid orders:read']
    await atOnce(
      id,
      consents.map((scopes) => async () => storeConnection(identity.database, id, { ...partner, scopes })),
    )
    const scopes = await findScopes(identity.database, id, partner.clientId)
    expect(scopes.toSorted()).toEqual(['openid', 'orders:read', 'photos:read'])
  })

  test('of two requests to change the e-mail address, only one leaves a valid link', async () => {
    const { id } = await kit.customer()
    const account = await findAccountById(identity.database, id)
    if (!account) throw new Error('The customer has no account.')
    const place = { brand: 'keepsake', locale: 'en-GB', client: 'keepsake-web' } as const
    const request = async () => createChangeToken(identity, account, { email: newEmail(), place })
    const tokens = await atOnce(id, [request, request])
    const states = await Promise.all(
      tokens.map(async (token) => findMailedToken(identity.database, { kind: 'emailChange', token, accountId: id })),
    )
    expect(states.map(({ state }) => state).filter((state) => state === 'valid')).toHaveLength(1)
  })
})
