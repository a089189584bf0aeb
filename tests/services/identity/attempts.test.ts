import { createHash } from 'node:crypto'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { hashPassword } from '../../../services/identity/passwords.ts'
import { demoAccounts, demoPassword } from '../../../services/platform/demo.ts'
import { databaseKinds } from '../../support/database.ts'
import { ownAddress, type RunningIdentity, startIdentity } from './support.ts'
import { openSignIn, type Visitor } from './visitor.ts'

const [anna, ben] = demoAccounts

test('two passwords are hashed at once, a hundred more wait, and another one is refused', async () => {
  const hashes = await Promise.allSettled(Array.from({ length: 103 }, () => hashPassword('correct horse')))
  expect(hashes.filter(({ status }) => status === 'rejected')).toHaveLength(1)
  expect(hashes.at(-1)).toMatchObject({ reason: new Error('Too many passwords are being checked at the moment.') })
  // The queue is empty again.
  expect(await hashPassword('correct horse')).toContain('$scrypt$')
})

describe.each(databaseKinds)('attempts on %s', (kind) => {
  let identity: RunningIdentity

  beforeAll(async () => {
    identity = await startIdentity({ kind })
  })

  afterAll(async () => identity.close())

  test('at one account are blocked after ten, from any address, until they are old', async () => {
    for (let count = 0; count < 2; count += 1) expect((await attempt(visitorOf(), anna.email)).status).toBe(422)
    await repeatAttempts('account', anna.email, 7)
    expect((await attempt(visitorOf(), anna.email)).status).toBe(422)
    // However long the attempts took.
    await identity.database
      .updateTable('attempts')
      .set({ attempted_at: sql<string>`now()` })
      .execute()
    const refused = await attempt(visitorOf(), anna.email.toUpperCase(), demoPassword)
    expect(refused.status).toBe(429)
    expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(14 * 60)
    expect(Number(refused.headers.get('retry-after'))).toBeLessThanOrEqual(15 * 60)
    const page = await refused.text()
    expect(page).toContain('Try again in 15 minutes')
    expect(page).toContain(`value="${anna.email.toUpperCase()}"`)
    expect((await attempt(visitorOf(), ben.email, demoPassword)).status).toBe(303)

    identity = await identity.restart()
    expect((await attempt(visitorOf(), anna.email, demoPassword)).status).toBe(429)
    await letTimePass(10 * 60)
    expect((await attempt(visitorOf(), anna.email, demoPassword)).status).toBe(429)
    await letTimePass(6 * 60)
    expect((await attempt(visitorOf(), anna.email, demoPassword)).status).toBe(303)
  })

  test('that succeed reset the count', async () => {
    for (let round = 0; round < 2; round += 1) {
      await repeatAttempts('account', ben.email, 8)
      expect((await attempt(visitorOf(), ben.email)).status).toBe(422)
      expect((await attempt(visitorOf(), ben.email, demoPassword)).status).toBe(303)
    }
  })

  test('count even if they are concurrent', async () => {
    const email = 'all-at-once@example.com'
    await repeatAttempts('account', email, 7)
    const visitors = Array.from({ length: 8 }, () => visitorOf())
    const pages = await Promise.all(visitors.map(async (visitor) => ({ visitor, page: await openSignIn(visitor) })))
    const answers = await Promise.all(
      pages.map(({ visitor, page }) => visitor.submit(page, { email, password: 'a guess' })),
    )
    expect(answers.filter((answer) => answer.status === 422)).toHaveLength(3)
    expect(answers.filter((answer) => answer.status === 429)).toHaveLength(5)
  })

  test('at an e-mail without an account are blocked just the same', async () => {
    const email = 'nobody@example.com'
    await repeatAttempts('account', email, 9)
    expect((await attempt(visitorOf(), email)).status).toBe(422)
    expect((await attempt(visitorOf(), email)).status).toBe(429)
  })

  test('from one address are blocked after fifty, while other addresses continue', async () => {
    const address = { 'x-forwarded-for': '2001:db8:1:2:3:4:5:6' }
    await repeatAttempts('address', '2001:db8:1:2', 49)
    expect((await attempt(identity.visitor(address), 'somebody@example.com')).status).toBe(422)
    expect((await attempt(identity.visitor(address), ben.email, demoPassword)).status).toBe(429)
    const neighbour = { 'x-forwarded-for': '2001:db8:1:2:ffff::1' }
    expect((await attempt(identity.visitor(neighbour), ben.email, demoPassword)).status).toBe(429)
    const stranger = { 'x-forwarded-for': '2001:db8:1:3::1' }
    expect((await attempt(identity.visitor(stranger), ben.email, demoPassword)).status).toBe(303)
  })

  test.each([
    ['2001:db8:0:0', '2001:db8::9', 429],
    ['2001:db8:0:0', '2001:db8::8:7:6:5', 429],
    ['2001:db8:0:0', '2001:db8:0:1::9', 422],
    ['203.0.113.250', '::ffff:203.0.113.250', 429],
  ])('of the network %s give the address %s the status %i', async (network, address, status) => {
    await repeatAttempts('address', network, 50)
    const answer = await attempt(identity.visitor({ 'x-forwarded-for': address }), 'somebody@example.com')
    expect(answer.status).toBe(status)
  })

  test('are counted per client address if the edge runs on another machine of the private network', async () => {
    const edge = '172.18.0.5'
    await repeatAttempts('address', '198.51.100.1', 50)
    await repeatAttempts('address', edge, 50)
    const refused = await attempt(identity.visitor({ 'x-forwarded-for': `198.51.100.1, ${edge}` }), 'a@example.com')
    expect(refused.status).toBe(429)
    const other = await attempt(identity.visitor({ 'x-forwarded-for': `198.51.100.2, ${edge}` }), 'a@example.com')
    expect(other.status).toBe(422)
  })

  test('to register are limited too', async () => {
    const headers = ownAddress()
    const form = { name: 'Mira', email: ben.email, password: 'three green boats', terms: 'yes' }
    const submit = async (visitor: Visitor) =>
      visitor.submit((await openSignIn(visitor)).replace('?', '/registration?'), form)
    expect((await submit(identity.visitor(headers))).status).toBe(422)
    await repeatAttempts('registration', Object.values(headers).join(), 99)
    const refused = await submit(identity.visitor(headers))
    expect(refused.status).toBe(429)
    expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(0)
    expect(await refused.text()).toContain('Many accounts were made from this connection')
    expect((await submit(visitorOf())).status).toBe(422)
  })

  test('store nothing that reveals who made them', async () => {
    await attempt(visitorOf(), 'traceless@example.com')
    const rows = await identity.database.selectFrom('attempts').selectAll().execute()
    expect(rows.length).toBeGreaterThan(0)
    expect(JSON.stringify(rows)).not.toMatch(/traceless|203\.0\.113/)
  })

  function visitorOf(): Visitor {
    return identity.visitor(ownAddress())
  }

  async function letTimePass(seconds: number): Promise<void> {
    await identity.database
      .updateTable('attempts')
      .set({ attempted_at: sql<string>`attempted_at - make_interval(secs => ${seconds})` })
      .execute()
  }

  /** Inserts attempts without computing password hashes. */
  async function repeatAttempts(kind: string, value: string, times: number): Promise<void> {
    const subject = createHash('sha256').update(`${kind}:${value}`).digest('base64url')
    const rows = Array.from({ length: times }, () => ({ subject }))
    await identity.database.insertInto('attempts').values(rows).execute()
  }
})

async function attempt(visitor: Visitor, email: string, password = 'not the password'): Promise<Response> {
  return visitor.submit(await openSignIn(visitor), { email, password })
}
