import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { emailKey } from '../../../services/platform/emailKey.ts'
import type { BrakeKind } from '../../../services/identity/attempts.ts'
import { hashPassword } from '../../../services/identity/passwords.ts'
import { demoAccounts, demoPassword } from '../../../services/platform/demo.ts'
import { databaseKinds } from '../../support/database.ts'
import { ownAddress, type RunningIdentity, startIdentity } from './support.ts'
import { openSignIn, type Visitor } from './visitor.ts'

const [anna, ben, studio, clara] = demoAccounts

describe.each(databaseKinds)('attempts, on %s', (kind) => {
  let identity: RunningIdentity

  beforeAll(async () => {
    identity = await startIdentity({ kind })
  })

  afterAll(async () => identity.close())

  test('at one account wait twice as long after each failure, from any address, until one succeeds', async () => {
    await fail('account', emailKey(anna.email), 4)
    expect((await attempt(visitorOf(), anna.email)).status).toBe(422)
    // The wait is a second from now. A minute more keeps it from ending before the next attempt on a busy machine.
    await letTimePass(-60)
    const refused = await attempt(visitorOf(), anna.email.toUpperCase(), demoPassword)
    expect(refused.status).toBe(429)
    const firstWait = Number(refused.headers.get('retry-after'))
    expect(firstWait).toBeGreaterThan(61 - 30)
    expect(firstWait).toBeLessThanOrEqual(61)
    const page = await refused.text()
    expect(page).toMatch(new RegExp(`data-countdown="${firstWait}">[01]:\\d\\d<`))
    expect(page).toContain('<a href="/identity/link?client=keepsake-web">get a link by e-mail</a>')
    expect(page).toContain(`value="${anna.email.toUpperCase()}"`)
    expect((await attempt(visitorOf(), ben.email, demoPassword)).status).toBe(303)

    for (const [failures, seconds] of [
      [6, 2],
      [10, 32],
      [20, 300],
    ] as const) {
      await fail('account', emailKey(anna.email), failures)
      const wait = Number((await attempt(visitorOf(), anna.email, demoPassword)).headers.get('retry-after'))
      expect(wait).toBeGreaterThan(seconds - 30)
      expect(wait).toBeLessThanOrEqual(seconds)
    }
    identity = await identity.restart()
    await letTimePass(200)
    expect((await attempt(visitorOf(), anna.email, demoPassword)).status).toBe(429)
    await letTimePass(100)
    expect((await attempt(visitorOf(), anna.email, demoPassword)).status).toBe(303)
    expect((await attempt(visitorOf(), anna.email)).status).toBe(422)
  })

  test('at one account are limited to about 300 a day, however persistent the attacker is', async () => {
    const email = 'besieged@example.com'
    await fail('account', email, 12)
    await letTimePass(310)
    expect((await attempt(visitorOf(), email)).status).toBe(422)
    const wait = Number((await attempt(visitorOf(), email)).headers.get('retry-after'))
    expect(wait).toBeGreaterThan(100)
  })

  test('by strangers do not delay a device on which the customer has signed in before', async () => {
    const owner = visitorOf()
    expect((await attempt(owner, ben.email, demoPassword)).status).toBe(303)
    await fail('account', ben.email, 50)
    await fail('address', addressOf(owner), 500)
    const newDevice = await attempt(visitorOf(), ben.email, demoPassword)
    expect(newDevice.status).toBe(429)
    expect((await attempt(owner, ben.email)).status).toBe(422)
    expect((await attempt(owner, ben.email, demoPassword)).status).toBe(303)
    // Guesses on the device itself are counted.
    for (let failures = 0; failures < 10; failures += 1) expect((await attempt(owner, ben.email)).status).toBe(422)
    // The first delays may be over before the next attempt is handled. Then the attempt counts, and the delay doubles.
    let refused = await attempt(owner, ben.email)
    for (let more = 0; refused.status === 422 && more < 5; more += 1) refused = await attempt(owner, ben.email)
    expect(refused.status).toBe(429)
    // A link by mail would not end the wait on a known device, so the page does not offer it.
    expect(await refused.text()).not.toContain('get a link by e-mail</a>')
    // The device is known for one account only.
    await fail('account', anna.email, 50)
    expect((await attempt(owner, anna.email, demoPassword)).status).toBe(429)
  })

  test('count as attempts of a stranger if the cookie of the device or the password of the account was changed', async () => {
    const owner = visitorOf()
    const answered = await attempt(owner, studio.email, demoPassword)
    const [line = ''] = answered.headers.getSetCookie().filter((cookie) => cookie.startsWith('identity_device='))
    expect(line).toMatch(/; Path=\/identity; Max-Age=31536000; HttpOnly; SameSite=Lax$/)
    const cookie = line.split(';')[0] ?? ''
    await fail('account', studio.email, 50)
    const withCookie = async (value: string) => {
      const visitor = visitorOf()
      visitor.keep(`${value}; Path=/identity`)
      return (await attempt(visitor, studio.email, demoPassword)).status
    }
    expect(await withCookie(cookie)).toBe(303)
    expect(await withCookie(`${cookie.slice(0, -1)}${cookie.endsWith('A') ? 'B' : 'A'}`)).toBe(429)
    expect(await withCookie('identity_device=~~.~..')).toBe(429)
    const account = identity.database.updateTable('accounts').where('email_key', '=', studio.email)
    await account.set({ password_hash: await hashPassword(demoPassword) }).execute()
    expect(await withCookie(cookie)).toBe(429)
  })

  test('count even if they are concurrent', async () => {
    const email = 'all-at-once@example.com'
    // The delay must be longer than all these attempts take: passwords are compared one after another.
    await fail('account', email, 9)
    await letTimePass(30)
    const visitors = Array.from({ length: 8 }, () => visitorOf())
    const pages = await Promise.all(visitors.map(async (visitor) => ({ visitor, page: await openSignIn(visitor) })))
    const answers = await Promise.all(
      pages.map(({ visitor, page }) => visitor.submit(page, { email, password: 'a guess' })),
    )
    expect(answers.filter((answer) => answer.status === 422)).toHaveLength(1)
    expect(answers.filter((answer) => answer.status === 429)).toHaveLength(7)
  })

  test('at an e-mail address without an account are delayed in the same way', async () => {
    for (const email of ['unknown@example.com', clara.email]) {
      await fail('account', email, 9)
      await letTimePass(30)
      expect((await attempt(visitorOf(), email)).status).toBe(422)
      const refused = await attempt(visitorOf(), email)
      expect(refused.status).toBe(429)
      expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(16)
      expect(Number(refused.headers.get('retry-after'))).toBeLessThanOrEqual(32)
    }
  })

  test('from one address group are delayed after a hundred failures, while other groups continue', async () => {
    const address = { 'x-forwarded-for': '2001:db8:1:2:3:4:5:6' }
    await fail('address', '2001:db8:1:2::/64', 110)
    expect((await attempt(identity.visitor(address), 'somebody@example.com')).status).toBe(429)
    const neighbour = { 'x-forwarded-for': '2001:db8:1:2:ffff::1' }
    expect((await attempt(identity.visitor(neighbour), 'somebody@example.com')).status).toBe(429)
    const stranger = { 'x-forwarded-for': '2001:db8:1:3::1' }
    expect((await attempt(identity.visitor(stranger), 'somebody@example.com')).status).toBe(422)
    await letTimePass(10)
    expect((await attempt(identity.visitor(address), 'somebody@example.com')).status).toBe(422)
  })

  test('that succeed do not change the count of the failures of their address', async () => {
    const visitor = visitorOf()
    await letTimePass(60 * 60)
    await fail('address', addressOf(visitor), 99)
    expect((await attempt(visitor, clara.email, demoPassword)).status).toBe(303)
    const subject = identity.platform.limits.hash(`address:${addressOf(visitor)}`)
    const row = identity.database.selectFrom('brakes').select('attempts').where('subject', '=', subject)
    const { attempts } = await row.executeTakeFirstOrThrow()
    expect(attempts).toBeGreaterThan(80)
    expect(attempts).toBeLessThanOrEqual(99)
  })

  test('are counted per client address if the edge runs on another machine of the private network', async () => {
    const edge = '172.18.0.5'
    await fail('address', '198.51.100.1', 110)
    await fail('address', edge, 110)
    const refused = await attempt(identity.visitor({ 'x-forwarded-for': `198.51.100.1, ${edge}` }), 'a@example.com')
    expect(refused.status).toBe(429)
    const other = await attempt(identity.visitor({ 'x-forwarded-for': `198.51.100.2, ${edge}` }), 'a@example.com')
    expect(other.status).toBe(422)
  })

  test('to register are limited too', async () => {
    const visitor = visitorOf()
    const form = { name: 'Mira', email: ben.email, password: 'three green boats', terms: 'yes' }
    const submit = async (from: Visitor) => from.submit((await openSignIn(from)).replace('?', '/registration?'), form)
    expect((await submit(visitor)).status).toBe(422)
    await fail('registration', addressOf(visitor), 110)
    const refused = await submit(visitor)
    expect(refused.status).toBe(429)
    expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(0)
    expect(await refused.text()).toContain('Many accounts have been created from this connection')
    expect((await submit(visitorOf())).status).toBe(422)
  })

  test('that fail or wait are logged and counted, without names and addresses', async () => {
    const visitor = visitorOf()
    const email = 'traceless@example.com'
    const log = vi.spyOn(identity.platform.log, 'info')
    await attempt(visitor, email)
    await fail('account', email, 9)
    await attempt(visitor, email)
    const lines = log.mock.calls.filter(([, message]) => message === 'an attempt was refused').map(([facts]) => facts)
    log.mockRestore()
    const { hash } = identity.platform.limits
    const callers = { account: hash(email), address: hash(addressOf(visitor)) }
    expect(lines).toEqual([
      { action: 'signIn', outcome: 'failed', code: 'credentials', ...callers },
      { action: 'signIn', outcome: 'delayed', by: 'account', ...callers },
    ])
    const metrics = await (await fetch(`${identity.url}/metrics`)).text()
    for (const outcome of ['failed', 'delayed', 'succeeded'])
      expect(metrics).toMatch(new RegExp(`identity_attempts_total\\{action="signIn",outcome="${outcome}"\\} [1-9]`))
    const rows = await identity.database.selectFrom('brakes').selectAll().execute()
    expect(JSON.stringify(rows)).not.toMatch(/traceless|198\.18/)
  })

  const addresses = new WeakMap<Visitor, string>()

  test('can still be counted by replicas of the earlier release during a rolling update', async () => {
    const counted = sql`insert into identity.attempts (subject) values ('an account') returning subject`
    expect((await counted.execute(identity.database)).rows).toEqual([{ subject: 'an account' }])
  })

  function visitorOf(): Visitor {
    const headers = ownAddress()
    const visitor = identity.visitor(headers)
    addresses.set(visitor, Object.values(headers).join())
    return visitor
  }

  function addressOf(visitor: Visitor): string {
    return addresses.get(visitor) ?? ''
  }

  async function letTimePass(seconds: number): Promise<void> {
    await identity.database
      .updateTable('brakes')
      .set({ attempted_at: sql<Date>`attempted_at - make_interval(secs => ${seconds})` })
      .execute()
  }

  /** Stores failed attempts without computing password hashes. */
  async function fail(kind: BrakeKind, value: string, attempts: number): Promise<void> {
    const subject = identity.platform.limits.hash(`${kind}:${value}`)
    const values = { attempts, attempted_at: sql<Date>`clock_timestamp()` }
    await identity.database
      .insertInto('brakes')
      .values({ subject, ...values })
      .onConflict((conflict) => conflict.column('subject').doUpdateSet(values))
      .execute()
  }
})

async function attempt(visitor: Visitor, email: string, password = 'not the password'): Promise<Response> {
  return visitor.submit(await openSignIn(visitor), { email, password })
}
