import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type DatabaseKind, createInstallation, databaseKinds } from '../../support/database.ts'
import { type RunningServices, startServices } from '../../support/services.ts'

describe.each(databaseKinds)('a changed e-mail address on %s', (kind) => {
  let services: RunningServices
  let remove: () => Promise<void>
  beforeAll(async () => ({ services, remove } = await start(kind)))
  afterAll(async () => {
    await services.close()
    await remove()
  })

  const root = () => services.platform.database<object>('customers')

  async function append(owner: string, ...events: readonly (readonly [type: string, data: object])[]): Promise<void> {
    await root()
      .transaction()
      .execute((change) =>
        services.platform.events.append(
          change,
          events.map(([type, data]) => ({ type, owner, data })),
        ),
      )
  }

  /** Every copy of an account's address: the customer, albums, participants, exports. */
  async function copiesOf(owner: string): Promise<readonly string[]> {
    const { rows } = await sql<{ email: string }>`
      select email from customers.accounts where id = ${owner}
      union all select owner_email from photos.albums where owner_id = ${owner}
      union all select email from photos.album_participants where account_id = ${owner}
      union all select email from exports.backups where owner_id = ${owner}`.execute(root())
    return rows.map(({ email }) => email)
  }

  async function fill(owner: string, email: string): Promise<void> {
    const data = {
      accountId: owner,
      email,
      name: 'Mira',
      locale: null,
      brand: null,
      registered: new Date().toISOString(),
    }
    await append(owner, ['account.registered', { ...data, confirmed: false, business: false }])
    const [own, other] = [randomUUID(), randomUUID()]
    await sql`insert into photos.albums (id, owner_id, owner_email, name)
      values (${own}, ${owner}, ${email}, 'Norway'), (${other}, ${randomUUID()}, 'other@example.com', 'Other')`.execute(
      root(),
    )
    await sql`insert into photos.album_participants (album_id, account_id, email)
      values (${other}, ${owner}, ${email}), (${own}, ${randomUUID()}, 'other@example.com')`.execute(root())
    await sql`insert into exports.backups (id, owner_id, email, channel_id, library_position)
      values (${randomUUID()}, ${owner}, ${email}, 'k', 0)`.execute(root())
    await expect.poll(() => copiesOf(owner)).toEqual([email, email, email, email])
  }

  test('reaches every copy, and no other account, in the order of the events, however often these are repeated', async () => {
    const owner = randomUUID()
    await fill(owner, 'old@example.com')
    await append(owner, to('first@example.com'), to('second@example.com'), to('old@example.com'))
    await append(owner, to('second@example.com'), to('second@example.com'))
    await expect.poll(() => copiesOf(owner)).toEqual(Array.from({ length: 4 }, () => 'second@example.com'))
    const { rows } = await sql<{ confirmed: boolean }>`
      select confirmed from customers.accounts where id = ${owner}`.execute(root())
    expect(rows).toEqual([{ confirmed: true }])
    const others = await sql`select 1 from photos.album_participants where email = 'other@example.com'`.execute(root())
    expect(others.rows.length).toBeGreaterThan(0)
  })

  test('that cannot be read is skipped, and does not block later ones', async () => {
    const owner = randomUUID()
    await fill(owner, 'old@example.com')
    await append(owner, ['account.emailChanged', {}], ['account.emailChanged', { email: '' }])
    await append('nobody', ['account.emailChanged', { email: 'x@example.com' }])
    await append(owner, ['account.emailChanged', { email: 'new@example.com' }])
    await expect.poll(() => copiesOf(owner)).toEqual(Array.from({ length: 4 }, () => 'new@example.com'))
  })
})

const to = (email: string) => ['account.emailChanged', { email }] as const

async function start(kind: DatabaseKind): Promise<{ services: RunningServices; remove: () => Promise<void> }> {
  const installation = await createInstallation(kind)
  const services = await startServices({ installation, services: ['customers', 'photos', 'exports'], environment: {} })
  return { services, remove: () => installation.remove() }
}
