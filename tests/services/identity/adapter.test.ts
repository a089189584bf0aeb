import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { createAdapterFactory, deleteExpiredRecords } from '../../../services/identity/adapter.ts'
import { databaseKinds } from '../../support/database.ts'
import { type RunningIdentity, startIdentity } from './support.ts'

const [first, second] = ['0197b6a2-0000-7000-8000-000000000001', '0197b6a2-0000-7000-8000-000000000002']

describe.each(databaseKinds)('the provider’s storage on %s', (kind) => {
  let identity: RunningIdentity

  beforeAll(async () => {
    identity = await startIdentity({ kind, demo: false })
  })

  afterAll(async () => identity.close())

  test('keeps one record per model and id, and each upsert replaces it', async () => {
    const [sessions, grants] = [adapter('Session'), adapter('Grant')]
    await sessions.upsert('a', { jti: 'a', uid: 'u', accountId: first }, 60)
    await grants.upsert('a', { jti: 'a', accountId: 'other' }, 60)
    await sessions.upsert('a', { jti: 'a', uid: 'u', accountId: second }, 60)
    expect(await sessions.find('a')).toMatchObject({ jti: 'a', accountId: second })
    expect(await sessions.findByUid('u')).toMatchObject({ jti: 'a', accountId: second })
    expect(await grants.find('a')).toMatchObject({ accountId: 'other' })
    expect(await grants.findByUid('u')).toBeUndefined()
    await sessions.destroy('a')
    expect(await sessions.find('a')).toBeUndefined()
    expect(await grants.find('a')).toBeDefined()
  })

  test('finds only valid records, and deletes only expired records', async () => {
    const tokens = adapter('RefreshToken')
    await startGrants('g')
    await tokens.upsert('over', { jti: 'over', grantId: 'g' }, -1)
    await tokens.upsert('on', { jti: 'on', grantId: 'g' }, 60)
    expect(await tokens.find('over')).toBeUndefined()
    await deleteExpiredRecords(identity.database, new AbortController().signal)
    const left = await identity.database
      .selectFrom('provider_records')
      .select('id')
      .where('grant_id', '=', 'g')
      .execute()
    expect(left).toHaveLength(1)
    expect(await tokens.find('on')).toMatchObject({ jti: 'on' })
  })

  test('deletes more records than fit in one batch', async () => {
    const values = Array.from({ length: 2_300 }, (_value, index) => ({
      model: 'Interaction',
      id: `old-${index}`,
      payload: '{}',
      expires_at: new Date(0),
    }))
    await identity.database.insertInto('provider_records').values(values).execute()
    await deleteExpiredRecords(identity.database, new AbortController().signal)
    const left = identity.database.selectFrom('provider_records').select('id').where('model', '=', 'Interaction')
    expect(await left.where('id', 'like', 'old-%').execute()).toEqual([])
  })

  test('lets a record be consumed once; a second attempt ends the grant of the record', async () => {
    const [codes, tokens] = [adapter('AuthorizationCode'), adapter('RefreshToken')]
    await startGrants('grant', 'another')
    await codes.upsert('code', { jti: 'code', grantId: 'grant' }, 60)
    await tokens.upsert('token', { jti: 'token', grantId: 'grant' }, 60)
    await tokens.upsert('unrelated', { jti: 'unrelated', grantId: 'another' }, 60)
    await codes.consume('code')
    expect((await codes.find('code'))?.consumed).toBeTruthy()
    await expect(codes.consume('code')).rejects.toMatchObject({ error: 'invalid_grant' })
    expect(await tokens.find('token')).toBeUndefined()
    expect(await tokens.find('unrelated')).toBeDefined()
  })

  test('saves no token of a grant that has ended because its code was used twice', async () => {
    const [codes, tokens, grants] = [adapter('AuthorizationCode'), adapter('RefreshToken'), adapter('Grant')]
    await startGrants('ended')
    await codes.upsert('twice', { jti: 'twice', grantId: 'ended' }, 60)
    await codes.consume('twice')
    await expect(codes.consume('twice')).rejects.toMatchObject({ error: 'invalid_grant' })
    const late = tokens.upsert('late', { jti: 'late', grantId: 'ended' }, 60)
    await expect(late).rejects.toMatchObject({ error: 'invalid_grant' })
    expect(await tokens.find('late')).toBeUndefined()
    expect(await grants.find('ended')).toBeUndefined()
  })

  test('revokes everything that belongs to a grant', async () => {
    const tokens = adapter('RefreshToken')
    await startGrants('revoked', 'kept')
    await tokens.upsert('one', { jti: 'one', grantId: 'revoked' }, 60)
    await tokens.upsert('two', { jti: 'two', grantId: 'kept' }, 60)
    await tokens.revokeByGrantId('revoked')
    expect(await tokens.find('one')).toBeUndefined()
    expect(await tokens.find('two')).toBeDefined()
  })

  async function startGrants(...ids: string[]): Promise<void> {
    for (const id of ids) await adapter('Grant').upsert(id, { jti: id }, 60)
  }

  function adapter(model: string) {
    return createAdapterFactory(identity.database, () => undefined)(model)
  }
})
