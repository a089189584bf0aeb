import { sql } from 'kysely'
import { describe, expect, test } from 'vitest'
import { ServiceGroup } from '../../serviceGroup.ts'
import { Importer, useOlderLibraries } from './older.ts'

/** Who may make each call is tested in `tests/services/authorization`, on both databases. */
describe('an older library', () => {
  const older = useOlderLibraries()
  const services = new ServiceGroup('the embedded database', ['storage', 'photos'], { LEGACY_LIBRARIES: older.root })
  const newImporter = () => new Importer(services.url, services.running.issuer)

  test('is private to its customer', async () => {
    const [owner, stranger] = [newImporter(), newImporter()]
    await older.put(owner.id, { files: { 'files/1.jpg': '' } })
    await owner.start()
    await owner.untilEnded()
    const expired = `Bearer ${await owner.token({ claims: { exp: 1 } })}`
    const calls = [
      ['GET', '', { status: 'ACTIVE', import: null }],
      ['POST', '', { code: 'NOTHING_TO_IMPORT', status: 409 }],
      ['GET', '/albums', { albums: [], cursor: null }],
      ['GET', '/failures', { failures: [], cursor: null }],
    ] as const
    for (const [method, path, foreign] of calls) {
      const url = `/photos/users/activate${path}`
      expect((await owner.call(method, url, { headers: { authorization: '' } })).status).toBe(401)
      expect((await owner.call(method, url, { headers: { authorization: expired } })).status).toBe(401)
      expect((await stranger.call(method, url)).body).toMatchObject(foreign)
    }
    expect(await owner.report('failures')).toEqual([{ fileName: '1.jpg', albumName: null, reason: 'EMPTY_FILE' }])
  })

  test.each(['nonsense', 'YWxidW1zOi0x', 'ZmFpbHVyZXM6MQ'])('rejects the cursor %s', async (cursor) => {
    const { status, body } = await newImporter().call('GET', `/photos/users/activate/albums?cursor=${cursor}`)
    expect([status, body.code]).toEqual([400, 'INVALID_CURSOR'])
  })

  test.each([
    [{ email: ' J\u00d6RG@Example.com', email_verified: true }, 'NOT_ACTIVE'],
    [{ email: 'j\u00f6rg@example.com', email_verified: false }, 'ACTIVE'],
    [{ email: 'j\u00f6rg@example.com' }, 'ACTIVE'],
    [{ email: 'jorg@example.com', email_verified: true }, 'ACTIVE'],
    [{ email: 'j\u00f6rg@example.com/files', email_verified: true }, 'ACTIVE'],
    [{ email: '..', email_verified: true }, 'ACTIVE'],
  ])('is found by a verified address only: %j', async (claims, status) => {
    await older.put('j\u00f6rg@example.com', { files: { 'files/a/1.jpg': '' } })
    const customer = newImporter()
    const headers = { authorization: `Bearer ${await customer.token({ claims })}` }
    const { body } = await customer.call('GET', '/photos/users/activate', { headers })
    expect(body).toEqual({ status, import: null })
  })

  test('reports that the library is being deleted by retention', async () => {
    const customer = newImporter()
    await sql`
      insert into photos.library_deletions (owner_id, before, reason)
      values (${customer.id}, clock_timestamp(), 'retention')`.execute(services.platform.database<unknown>('photos'))
    expect((await customer.activation()).status).toBe('DELETING')
  })
})
