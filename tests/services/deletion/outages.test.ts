import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { sql } from 'kysely'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { queueDeletions } from '../../../services/identity/deletion/erasing.ts'
import type { ServiceName } from '../../../services/services.ts'
import { freePort } from '../../../launcher/ports.ts'
import { createInstallation, type Installation } from '../../support/database.ts'
import { type RunningServices, startServices } from '../../support/services.ts'
import { until } from '../storage/customer.ts'
import { AccountOwner, undoTokenIn } from './accountOwner.ts'
import { tablesWith } from './traces.ts'

const publicUrl = 'http://localhost:4000'
const daySeconds = 86_400

/** Services that run in a process of their own. They can be stopped, and start again at the same address. */
class Part {
  readonly names: readonly ServiceName[]
  readonly port: number
  #running: RunningServices | undefined

  constructor(names: readonly ServiceName[], port: number) {
    this.names = names
    this.port = port
  }

  get environment(): Readonly<Record<string, string>> {
    return Object.fromEntries(
      this.names.map((name) => [`${name.toUpperCase()}_URL`, `http://127.0.0.1:${this.port}/${name}`]),
    )
  }

  async start(installation: Installation, environment: Readonly<Record<string, string>>): Promise<RunningServices> {
    this.#running ??= await startServices({ installation, services: this.names, port: this.port, environment })
    return this.#running
  }

  async stop(): Promise<void> {
    await this.#running?.close()
    this.#running = undefined
  }
}

/** Runs only against a PostgreSQL server, because only there can several processes use the database at once. */
describe('a deletion while other services are down', () => {
  let installation: Installation
  let identity: RunningServices
  let [own, orders, others]: readonly Part[] = []
  let environment: Readonly<Record<string, string>> = {}

  beforeAll(async () => {
    installation = await createInstallation('a PostgreSQL server')
    own = new Part(['identity', 'site'], await freePort())
    orders = new Part(['orders', 'invoices'], await freePort())
    others = new Part(['customers', 'mailing', 'payments'], await freePort())
    environment = {
      PUBLIC_URL: publicUrl,
      DEMO: 'true',
      DELETION_GRACE: String(14 * daySeconds),
      DELETION_SETTLE: '0',
      TRUSTED_PROXIES: 'loopback,uniquelocal',
      ...Object.assign({}, ...[own, orders, others].map((part) => part.environment)),
    }
    identity = await up(own)
    // A deletion waits only for services that have run before, so all of them run once.
    await up(orders)
    await up(others)
  })
  afterEach(async () => {
    await up(orders)
    await up(others)
  })
  afterAll(async () => {
    for (const part of [others, orders, own]) await part?.stop()
    await installation.remove()
  })

  async function up(part: Part | undefined): Promise<RunningServices> {
    if (!part) throw new Error('The parts are not prepared.')
    return part.start(installation, environment)
  }
  const down = async (part: Part | undefined) => part?.stop()
  const database = () => identity.platform.database('platform')

  async function register(): Promise<AccountOwner> {
    const owner = await AccountOwner.register({ url: identity.url, publicUrl, dataDir: identity.dataDir })
    await until(async () => {
      const { rows } = await sql`select from customers.accounts where id = ${owner.id}`.execute(database())
      return rows.length > 0 ? true : null
    }, 'the customers service to know the account')
    await sql`insert into mailing.profiles (account_id, email, email_key, state)
      values (${owner.id}, ${owner.email}, ${owner.email}, 'subscribed')`.execute(database())
    await sql`insert into payments.methods (id, account_id, provider_reference, kind, brand, setup_started_at)
      values (gen_random_uuid(), ${owner.id}, ${`demo_${owner.word}`}, 'card', 'Visa', now())`.execute(database())
    return owner
  }

  async function endGrace(owner: AccountOwner): Promise<void> {
    const secret = (await readFile(join(identity.dataDir, 'keys', 'operator'), 'utf8')).trim()
    const headers = { 'x-operator-secret': secret }
    const body = { email: owner.email }
    const { status } = await owner.customer.call('POST', '/identity/dev/deletions/due', { body, headers })
    expect(status).toBe(202)
  }

  async function stateOf({ id }: AccountOwner): Promise<string | null> {
    const { rows } = await sql<{ state: string }>`
      select state from identity.deletions where account_id = ${id}`.execute(database())
    return rows[0]?.state ?? null
  }

  async function isMarked({ id }: AccountOwner): Promise<boolean> {
    const { rows } = await sql`
      select from mailing.profiles where account_id = ${id} and is_marked
      union all select from customers.closings where account_id = ${id}`.execute(database())
    return rows.length > 0
  }

  async function expectErased(owner: AccountOwner): Promise<void> {
    const texts = [owner.id, owner.email, owner.word]
    await until(async () => ((await stateOf(owner)) === null ? true : null), 'the account to be erased')
    await until(
      async () => ((await tablesWith(identity.platform, texts)).length === 0 ? true : null),
      `no table to have traces, but found ${(await tablesWith(identity.platform, texts)).join(', ')}`,
    )
    expect((await owner.mailWith('We keep nothing from it')).subject).toBe('Your account has been deleted')
  }

  test('can be requested, confirmed and undone, and the services learn of the undo later', async () => {
    const owner = await register()
    await down(orders)
    await down(others)
    await owner.deleteAccount()
    const date = new Intl.DateTimeFormat('en-GB', { dateStyle: 'long', timeZone: 'UTC' })
    const day = date.format(new Date(Date.now() + 14 * daySeconds * 1_000))
    expect((await owner.mailWith('will be deleted on')).subject).toBe(`Your account will be deleted on ${day}`)
    const page = await (await owner.enterPassword()).answer.text()
    expect(page).toContain(`will be deleted on ${day}`)
    expect((await owner.undo()).status).toBe(303)
    await owner.mailWith('Your account will not be deleted')
    expect((await owner.customer.call('GET', owner.path)).body.deletesAt).toBeNull()
    await up(others)
    for (const service of ['customers', 'mailing']) {
      const isBehind = async () =>
        identity.platform.events.hasUnhandled(identity.platform.database('platform'), { service, owner: owner.id })
      await expect.poll(isBehind, { timeout: 30_000 }).toBe(false)
    }
    expect(await isMarked(owner)).toBe(false)
  })

  test('waits for the services that know the orders, then continues by itself', async () => {
    const owner = await register()
    await owner.deleteAccount()
    await down(orders)
    await endGrace(owner)
    await until(async () => ((await waitingJobs()) === 0 ? true : null), 'a look at the deletion')
    expect(await stateOf(owner)).toBe('scheduled')
    const { answer } = await owner.enterPassword()
    const page = await answer.text()
    expect([answer.status, undoTokenIn(page)]).toEqual([400, ''])
    expect(page).toContain('The deletion has begun')
    await expectTaken(owner)
    await up(orders)
    // The job runs every minute, but schedules are off in tests.
    await database()
      .transaction()
      .execute(async (change) => queueDeletions(identity.platform, change))
    await expectErased(owner)
  })

  /** Erases the account in the services that are running, while the others are down. */
  async function eraseWithoutOthers(): Promise<AccountOwner> {
    const owner = await register()
    await owner.deleteAccount()
    await down(others)
    await endGrace(owner)
    await expect.poll(async () => reportsOf(owner), { timeout: 30_000 }).toEqual(['invoices', 'orders'])
    return owner
  }

  test('waits for the services that have not erased, then continues by itself', async () => {
    const owner = await eraseWithoutOthers()
    expect(await stateOf(owner)).toBe('erasing')
    // The answer is the same as if the account did not exist.
    expect((await owner.enterPassword()).answer.status).toBe(422)
    await expectTaken(owner)
    const metrics = await (await fetch(`${identity.url}/identity/metrics`)).text()
    for (const name of others?.names ?? []) {
      expect(metrics).toMatch(new RegExp(`^identity_deletions_waiting\\{[^}]*"${name}"[^}]*\\} 1$`, 'm'))
    }
    await up(others)
    await expectErased(owner)
  })

  test('is completed when the identity service is back, even if the other services erased before that', async () => {
    const owner = await eraseWithoutOthers()
    await down(own)
    const remaining = (await up(others)).platform.database('platform')
    const isLeft = async () => {
      const { rows } = await sql`
        select from mailing.profiles where account_id = ${owner.id}
        union all select from payments.methods where account_id = ${owner.id}`.execute(remaining)
      return rows.length > 0
    }
    await expect.poll(isLeft, { timeout: 30_000 }).toBe(false)
    expect((await owner.mails()).filter(({ text }) => text.includes('We keep nothing from it'))).toEqual([])
    identity = await up(own)
    await expectErased(owner)
  })

  async function reportsOf({ id }: AccountOwner): Promise<readonly string[]> {
    const { rows } = await sql<{ service: string }>`
      select service from identity.erasures where account_id = ${id} order by service`.execute(database())
    return rows.map(({ service }) => service)
  }

  async function waitingJobs(): Promise<number> {
    const { rows } = await sql`
      select from jobs.job where name = 'identity.delete-accounts' and state <= 'active' and singleton_key = 'now'`.execute(
      database(),
    )
    return rows.length
  }
})

/** The address is still in use, and no receipt was sent. */
async function expectTaken(owner: AccountOwner): Promise<void> {
  expect(await owner.registerAgain()).toBe(422)
  expect((await owner.mails()).filter(({ text }) => text.includes('We keep nothing from it'))).toEqual([])
}
