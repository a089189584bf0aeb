import { randomUUID } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { sql } from 'kysely'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { purgeDataFiles } from '../../../services/customers/personal-data/dataDownloads.ts'
import type { CustomersTables } from '../../../services/customers/tables.ts'
import { insertOrders } from '../../../services/orders/placing.ts'
import { orderOf as orderOfStory, storiesOf } from '../../../services/orders/stories.ts'
import type { OrdersTables } from '../../../services/orders/tables.ts'
import { databaseKinds } from '../../support/database.ts'
import type { AccountOwner } from '../deletion/accountOwner.ts'
import { DeletionServices } from '../deletion/deletionServices.ts'
import { filesWith } from '../deletion/traces.ts'
import { home, orderOf } from '../orders/orderServices.ts'
import type { Answer } from '../storage/customer.ts'
import { type Fault, ServiceLink } from './serviceLink.ts'

const names = ['identity', 'mailing', 'payments', 'products', 'orders', 'vouchers', 'invoices', 'projects'] as const
const path = '/customers/customers/me/data-files'
const link = new ServiceLink()
const settings = await link.start(names)
afterAll(() => link.stop())

describe.each(databaseKinds)('the file with all data of a customer, on %s', (kind) => {
  const services = new DeletionServices(kind, settings)
  let owner: AccountOwner
  beforeAll(async () => {
    link.target = services.url
    owner = await services.register()
  })
  afterEach(async () => {
    link.faults.clear()
    link.onAnswer = async () => undefined
    await database().deleteFrom('data_files').execute()
    await services.platform.blobs.deleteFolder(`customers/${owner.id}`)
    for (const table of ['orders.super_orders', 'projects.projects', 'invoices.invoices']) {
      await sql`delete from ${sql.raw(table)} where account_id = ${owner.id}`.execute(services.database)
    }
  })

  const database = () => services.platform.database<CustomersTables>('customers')

  async function request(token?: string): Promise<Answer> {
    return owner.customer.call(
      'POST',
      path,
      token === undefined ? {} : { headers: { authorization: `Bearer ${token}` } },
    )
  }

  const read = async (url: string) => fetch(url.replace('http://localhost:4000', services.url))

  /** Makes the file and reads it. */
  // Tests check the file by their own expectations.
  // oxlint-disable-next-line typescript/no-explicit-any
  async function fileOf(token?: string): Promise<any> {
    const { status, body } = await request(token)
    expect([status, body.code]).toEqual([201, undefined])
    return (await read(body.url)).json()
  }

  const businessToken = async () => owner.tokenOfAge(1, { auth_method: 'b2b' })

  /** Adds orders to the account, without events. */
  async function addOrders(count: number): Promise<void> {
    const now = new Date()
    const orders = storiesOf(count)
      .slice(0, count)
      .map((story, index) => orderOfStory(story, { accountId: owner.id, index, key: randomUUID(), now }))
    await services.platform
      .database<OrdersTables>('orders')
      .transaction()
      .execute((change) => insertOrders(change, orders))
  }

  async function addProjects(count: number, deletedAt: Date | null = null): Promise<void> {
    await sql`
      insert into projects.projects (account_id, id, name, product_code, article_type, deleted_at)
      select ${owner.id}::uuid, gen_random_uuid(), 'Project ' || number, 'PAP_370', 'PhotoBook', ${deletedAt}::timestamptz
      from generate_series(1, ${count}::int) as number`.execute(services.database)
  }

  async function addInvoices(count: number): Promise<void> {
    await sql`
      insert into invoices.invoices (id, account_id, order_code, kind, brand, year, sequence, number, issued_on, locale,
        currency, net, tax, total, content)
      select gen_random_uuid(), ${owner.id}::uuid, 'CODE-' || number, 'invoice', 'keepsake', 2024, number, 'T-' || number,
        '2024-05-01', 'nl-NL', 'EUR', 1000, 210, 1210, '{"vat":[],"credits":null}'
      from generate_series(1, ${count}::int) as number`.execute(services.database)
  }

  test('of a new customer has empty lists, and every part', async () => {
    const file = await fileOf()
    expect(file).toMatchObject({
      account: {
        accountId: owner.id,
        email: owner.email,
        registeredName: `Mira ${owner.word}`,
        registeredAt: expect.stringMatching(/^\d{4}-\d\d-\d\dT.*Z$/),
        lastOrderAt: null,
        emailChange: null,
      },
      profile: { firstName: 'Mira', lastName: owner.word, company: null, businessAccountStatus: null },
      sessions: [{ isCurrent: true, signedInAt: expect.any(String) }],
      newsletter: { state: 'none', consents: [] },
    })
    const lists = Object.entries(file).filter(([, value]) => Array.isArray(value) && value.length === 0)
    expect(lists.map(([name]) => name)).toEqual([
      'addresses',
      'passkeys',
      'paymentMethods',
      'orders',
      'vouchers',
      'invoices',
      'projects',
      'deletedProjects',
      'productPdfs',
    ])
    expect(Date.now() - Date.parse(file.createdAt)).toBeLessThan(60_000)
  })

  test('is read through a signed address for ten minutes, and is not stored by browsers', async () => {
    const { body, headers } = await request()
    expect(headers.get('cache-control')).toBe('no-store')
    expect(body.fileName).toMatch(/^my-data-\d{4}-\d\d-\d\d\.json$/)
    const left = Date.parse(body.expiresAt) - Date.now()
    expect([left > 500_000, left <= 600_000]).toEqual([true, true])
    const answer = await read(body.url)
    expect([answer.status, answer.headers.get('cache-control')]).toEqual([200, 'no-store'])
    expect(answer.headers.get('content-disposition')).toContain(`attachment; filename="${body.fileName}"`)
    expect(Buffer.byteLength(await answer.text())).toBe(body.size)
    const altered = await read(body.url.replace('&store=no', ''))
    expect(altered.status).toBe(403)
  })

  test('has what the customer has entered, agreed to, ordered and saved, and nothing of others or secret', async () => {
    const other = await services.register()
    for (const person of [owner, other]) {
      const { customer, word, id, email } = person
      const call = async (method: string, at: string, body: unknown) => {
        const answer = await customer.call(method, at, { body })
        expect([at, answer.status < 300]).toEqual([at, true])
      }
      await call('PUT', '/customers/customers/me', { firstName: 'Mira', lastName: word, phone: '+31612345678' })
      await call('POST', '/customers/customers/me/addresses', { ...home, name: `Home ${word}` })
      await call('PUT', `/projects/api/v2/project/${randomUUID()}`, {
        name: `Project ${word}`,
        productCode: 'PAP_370',
        articleType: 'PhotoBook',
        pages: 24,
        photoIds: [],
      })
      await call('POST', `/identity/v2/identities/keepsake/${id}/emailchanges`, { email: `new-${email}` })
      const secret = (await readFile(join(services.dataDir, 'keys', 'services'), 'utf8')).trim()
      const asShop = { authorization: '', 'x-service-secret': secret, 'idempotency-key': randomUUID() }
      const lines = orderOf(person).lines.map((line) => ({
        ...line,
        voucher: word.toUpperCase(),
        title: `Mug ${word}`,
      }))
      await sql`
        insert into vouchers.vouchers (code, campaign_name, account_id, is_single_use, percentage)
        values (${word.toUpperCase()}, ${`Campaign ${word}`}, ${id}, true, 10)`.execute(services.database)
      await sql`
        insert into vouchers.reservations (id, code, is_single_use, account_id, request_key, order_code, digest, discounts, state, expires_at)
        values (gen_random_uuid(), ${word.toUpperCase()}, true, ${id}, ${word}, ${word}, ${word},
          '{"currency":"EUR","lines":[]}', 'used', now())`.execute(services.database)
      const placed = await customer.call('POST', '/orders/v1/superorders', {
        body: { ...orderOf(person), lines, deliveryAddress: { ...home, name: `Order ${word}` } },
        headers: asShop,
      })
      expect(placed.status).toBe(201)
      await sql`insert into identity.passkeys (id, account_id, credential_id, public_key, counter, transports, name)
        values (gen_random_uuid(), ${id}, ${`secret-${word}`}, ${`secret-${word}`}, 0, '', ${`Passkey ${word}`})`.execute(
        services.database,
      )
      await sql`insert into mailing.profiles (account_id, email, email_key) values (${id}, ${email}, ${email})`.execute(
        services.database,
      )
      await sql`insert into mailing.consents (id, account_id, kind, place, email)
        values (gen_random_uuid(), ${id}, 'confirmed', 'confirmationLink', ${email})`.execute(services.database)
      await sql`insert into payments.methods (id, account_id, provider_reference, kind, brand, last_digits, setup_started_at)
        values (gen_random_uuid(), ${id}, ${`secret-${word}`}, 'card', 'Visa', '4242', now())`.execute(
        services.database,
      )
      await customer.call('PUT', `/products/v1/pdf/${id}/PAP_360`, {
        body: Buffer.from('%PDF-1.4\n'),
        headers: { ...asShop, 'content-type': 'application/pdf' },
      })
    }
    await addInvoices(1)
    const { word, email } = owner
    const token = await businessToken()
    link.calls.length = 0
    const file = await fileOf(token)
    expect(file).toMatchObject({
      account: { email, emailChange: { email: `new-${email}` } },
      profile: { lastName: word, phone: '+31612345678', businessAccountStatus: 'Default' },
      addresses: [{ name: `Home ${word}`, street: home.street, isDefault: true }],
      passkeys: [{ name: `Passkey ${word}` }],
      newsletter: { consents: [{ kind: 'confirmed', place: 'confirmationLink', email }] },
      paymentMethods: [{ kind: 'card', brand: 'Visa', lastDigits: '4242' }],
      orders: [
        {
          deliveryAddress: { name: `Order ${word}` },
          products: [{ title: `Mug ${word}`, voucher: word.toUpperCase() }, { title: `Mug ${word}` }],
          timeline: [{ kind: 'Placed' }, { kind: 'Paid' }],
        },
      ],
      vouchers: [{ code: word.toUpperCase(), campaignName: `Campaign ${word}`, state: 'used' }],
      invoices: [{ number: 'T-1', total: { amount: '12.10', currency: 'EUR' } }],
      projects: [{ name: `Project ${word}`, pages: 24 }],
      productPdfs: [{ productCode: 'PAP_360' }],
    })
    const text = JSON.stringify(file)
    for (const foreign of [other.id, other.word, other.word.toUpperCase(), 'secret-', 'signature=']) {
      expect([foreign, text.includes(foreign)]).toEqual([foreign, false])
    }
    // Every call has the token of the customer, so a service answers nothing that the customer may not read.
    expect(new Set(link.calls.map(({ authorization }) => authorization))).toEqual(new Set([`Bearer ${token}`]))
  })

  test('has every item of lists with several pages, once', async () => {
    await addOrders(205)
    await addProjects(201)
    await addProjects(100, new Date())
    await addInvoices(150)
    const file = await fileOf(await businessToken())
    const counts = { orders: 205, projects: 201, deletedProjects: 100, invoices: 150 }
    for (const [name, count] of Object.entries(counts)) {
      const keys = file[name].map(({ id, orderCode }: { id?: string; orderCode: string }) => id ?? orderCode)
      expect([name, keys.length, new Set(keys).size]).toEqual([name, count, count])
    }
    // A private account has no invoices, and the service is not asked.
    link.calls.length = 0
    expect((await fileOf()).invoices).toEqual([])
    expect(link.calls.filter(({ called }) => called.includes('/invoices/'))).toEqual([])
  })

  test.each([
    ['deleted', async () => sql`delete from projects.projects where name = 'Project 150'`],
    [
      'added',
      async () => sql`insert into projects.projects (account_id, id, name, product_code, article_type)
      values (${owner.id}, gen_random_uuid(), 'new', 'PAP_370', 'PhotoBook')`,
    ],
    [
      'moved to the first page',
      async () => sql`update projects.projects set changed_at = now() + interval '1 hour'
      where id = (select id from projects.projects where account_id = ${owner.id} order by changed_at, id limit 1)`,
    ],
  ])('is not made if an item is %s between two pages, because one could be missing', async (_what, change) => {
    await addProjects(150)
    link.onAnswer = async (called) => {
      if (called.includes('skip=0') && called.includes('list=saved')) {
        await (await change()).execute(services.database)
      }
    }
    const { status, body } = await request()
    expect([status, body.code]).toEqual([424, 'DATA_UNAVAILABLE'])
    expect(body.detail).toContain('changed while they were read')
    link.onAnswer = async () => undefined
    expect((await fileOf()).projects.length).toBeGreaterThan(148)
  })

  const calls = [
    'GET /identity/sessions',
    'GET /identity/passkeys',
    'GET /identity/v2/identities',
    'GET /mailing/',
    'GET /payments/',
    'GET /products/',
    'GET /orders/',
    'POST /vouchers/',
    'GET /invoices/',
    'GET /projects/',
  ]
  test.each(calls)('is not made while %s fails in any way, and then is', async (call) => {
    await addOrders(40)
    await sql`update orders.sub_orders set voucher_code = 'KEEP-20' where account_id = ${owner.id}`.execute(
      services.database,
    )
    const token = await businessToken()
    const faults: readonly Fault[] = [
      ...(['down', 'garbage', 'error'] as const),
      { status: 200, json: {} },
      { status: 404, json: { code: 'SOMETHING_ELSE' } },
      { status: 429, json: { code: 'TOO_MANY_REQUESTS' } },
    ]
    for (const fault of faults) {
      link.faults.set(call, fault)
      const { status, body } = await request(token)
      expect([fault, status, body.code, body.url]).toEqual([fault, 424, 'DATA_UNAVAILABLE', undefined])
    }
    link.faults.clear()
    expect(await filesWith(services.dataDir, [`customers/${owner.id}/`])).toEqual([])
    expect((await fileOf(token)).orders).toHaveLength(40)
  })

  // Once is enough, because it takes 8 s.
  if (kind === databaseKinds[0]) {
    test('is refused in time if a service hangs', async () => {
      link.faults.set('GET /projects/', 'hang')
      const started = performance.now()
      const { status, body } = await request()
      expect([status, body.code]).toEqual([424, 'DATA_UNAVAILABLE'])
      // The gateway waits for 8.5 s.
      expect(performance.now() - started).toBeLessThan(8_500)
    })
  }

  test('needs a sign-in of the last 5 minutes that has not ended', async () => {
    for (const age of [301, 100_000]) {
      const { status, body } = await request(await owner.tokenOfAge(age))
      expect([status, body.code]).toEqual([403, 'RECENT_SIGN_IN_REQUIRED'])
    }
    expect((await request(await owner.tokenOfAge(290))).status).toBe(201)
    const ended = await request(await owner.tokenOfAge(1, { sid: 'an-ended-session' }))
    expect([ended.status, ended.body.code]).toEqual([403, 'RECENT_SIGN_IN_REQUIRED'])
  })

  test('can be made ten times an hour by each account, also if the requests come at once', async () => {
    const answers = await Promise.all(Array.from({ length: 12 }, async () => request()))
    expect(answers.filter(({ status }) => status === 429)).toHaveLength(2)
    const refused = answers.find(({ status }) => status === 429)
    expect(refused?.body.code).toBe('TOO_MANY_DATA_FILES')
    expect(Number(refused?.headers.get('retry-after'))).toBeGreaterThan(3_500)
    const other = await services.register()
    expect((await other.customer.call('POST', path)).status).toBe(201)
    await database()
      .updateTable('data_files')
      .set({ requested_at: new Date(Date.now() - 3_601_000) })
      .execute()
    expect((await request()).status).toBe(201)
  })

  test('is deleted an hour after it was made', async () => {
    const [old, young] = [await request(), await request()]
    const [first] = await database().selectFrom('data_files').select('id').orderBy('requested_at').execute()
    await database()
      .updateTable('data_files')
      .set({ requested_at: new Date(Date.now() - 3_601_000) })
      .where('id', '=', first?.id ?? '')
      .execute()
    await purgeDataFiles(services.platform, database())
    expect([(await read(old.body.url)).status, (await read(young.body.url)).status]).toEqual([404, 200])
    expect(await database().selectFrom('data_files').select('id').execute()).toHaveLength(1)
  })

  test('is for blocked business accounts, too, and not for accounts that are marked for deletion', async () => {
    await database()
      .insertInto('profiles')
      .values({ account_id: owner.id, business_status: 'Blocked' })
      .onConflict((conflict) => conflict.column('account_id').doUpdateSet({ business_status: 'Blocked' }))
      .execute()
    expect((await fileOf(await businessToken())).profile.businessAccountStatus).toBe('Blocked')
    await database().insertInto('closings').values({ account_id: owner.id }).execute()
    const { status, body } = await request()
    expect([status, body.code]).toEqual([404, 'NOT_FOUND'])
    await database().deleteFrom('closings').where('account_id', '=', owner.id).execute()
  })
})
