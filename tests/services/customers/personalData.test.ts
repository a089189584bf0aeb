// All tests use the same services and the same link. Starting them twice would take longer than all tests.
/* oxlint-disable max-lines */
import { randomUUID } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { sql } from 'kysely'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { runDataFileUpkeep } from '../../../services/customers/personal-data/dataFileUpkeep.ts'
import type { CustomersTables } from '../../../services/customers/tables.ts'
import { insertOrders } from '../../../services/orders/placing.ts'
import { orderOf as orderOfStory, storiesOf } from '../../../services/orders/stories.ts'
import type { OrdersTables } from '../../../services/orders/tables.ts'
import { databaseKinds } from '../../support/database.ts'
import type { AccountOwner } from '../deletion/accountOwner.ts'
import { DeletionServices } from '../deletion/deletionServices.ts'
import { filesWith } from '../deletion/traces.ts'
import { home, orderOf } from '../orders/orderServices.ts'
import { type Answer, until } from '../storage/customer.ts'
import { type Fault, ServiceLink } from './serviceLink.ts'

const names = [
  'identity',
  'mailing',
  'payments',
  'products',
  'orders',
  'vouchers',
  'invoices',
  'projects',
  'widgets',
] as const
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
    link.onFault = () => undefined
    await database().deleteFrom('data_files').execute()
    await services.platform.blobs.deleteFolder(`customers/${owner.id}`)
    for (const table of ['orders.super_orders', 'projects.projects', 'invoices.invoices', 'widgets.widgets']) {
      await sql`delete from ${sql.raw(table)} where account_id = ${owner.id}`.execute(services.database)
    }
  })

  const database = () => services.platform.database<CustomersTables>('customers')

  const parts = () => ({ platform: services.platform, database: database() })

  async function call(method: string, at: string, token?: string): Promise<Answer> {
    return owner.customer.call(method, at, token === undefined ? {} : { headers: { authorization: `Bearer ${token}` } })
  }
  const request = async (token?: string) => call('POST', path, token)
  const stateOf = async (id: string) => call('GET', `${path}/${id}`)
  const urlOf = async (id: string, token?: string) => call('GET', `${path}/${id}/url`, token)
  const read = async (url: string) => fetch(url.replace('http://localhost:4000', services.url))

  /** Requests a file. Returns its id. */
  async function requested(token?: string): Promise<string> {
    const { status, body } = await request(token)
    expect([status, body.code, body.status]).toEqual([201, undefined, 'PREPARING'])
    return body.fileId
  }

  async function ended(id: string, status = 'READY') {
    return until(async () => {
      const { body } = await stateOf(id)
      return body.status === status ? body : null
    }, `the file to be ${status}`)
  }

  /** Requests a file, and reads it when it is ready. */
  // Tests check the file by their own expectations.
  // oxlint-disable-next-line typescript/no-explicit-any
  async function fileOf(token?: string): Promise<any> {
    const id = await requested(token)
    await ended(id)
    return (await read((await urlOf(id)).body.url)).json()
  }

  const businessToken = async () => owner.tokenOfAge(services.platform, 1, { auth_method: 'b2b' })

  /** Adds orders to the account, without events. */
  async function addOrders(count: number): Promise<void> {
    const now = new Date()
    const orders = storiesOf(count)
      .slice(0, count)
      .map((story, index) =>
        orderOfStory(story, {
          accountId: owner.id,
          index,
          key: randomUUID(),
          now,
          shopUrl: 'https://www.keepsake.example/',
        }),
      )
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
      sessions: [{ signedInAt: expect.any(String) }],
      newsletter: { state: 'none', email: null },
    })
    const lists = Object.entries(file).filter(([, value]) => Array.isArray(value) && value.length === 0)
    expect(lists.map(([name]) => name)).toEqual([
      'addresses',
      'passkeys',
      'paymentMethods',
      'consents',
      'orders',
      'vouchers',
      'invoices',
      'projects',
      'productPdfs',
      'onlineBooks',
      'connectedApps',
    ])
    expect(Date.now() - Date.parse(file.createdAt)).toBeLessThan(60_000)
  })

  test('is read through a signed address for ten minutes, and is not stored by browsers', async () => {
    const id = await requested()
    const { fileName, size, expires } = await ended(id)
    expect(fileName).toMatch(/^my-data-\d{4}-\d\d-\d\d\.json$/)
    const kept = Date.parse(expires) - Date.now()
    expect([kept > 7_100_000, kept <= 7_200_000]).toEqual([true, true])
    const { body, headers } = await urlOf(id)
    expect(headers.get('cache-control')).toBe('no-store')
    const left = Date.parse(body.expires) - Date.now()
    expect([left > 500_000, left <= 600_000]).toEqual([true, true])
    const answer = await read(body.url)
    expect([answer.status, answer.headers.get('cache-control')]).toEqual([200, 'no-store'])
    expect(answer.headers.get('content-disposition')).toContain(`attachment; filename="${fileName}"`)
    expect(Buffer.byteLength(await answer.text())).toBe(size)
    const altered = await read(body.url.replace('&store=no', ''))
    expect(altered.status).toBe(403)
  })

  test('has what the customer has entered, agreed to, ordered and saved, and nothing that is secret or belongs to others', async () => {
    const other = await services.register()
    for (const person of [owner, other]) {
      const { customer, word, id, email } = person
      const fill = async (method: string, at: string, body: unknown) => {
        const answer = await customer.call(method, at, { body })
        expect([at, answer.status < 300]).toEqual([at, true])
      }
      await fill('PUT', '/customers/customers/me', { firstName: 'Mira', lastName: word, phone: '+31612345678' })
      await fill('POST', '/customers/customers/me/addresses', { ...home, name: `Home ${word}` })
      await fill('PUT', `/projects/api/v2/project/${randomUUID()}`, {
        name: `Project ${word}`,
        productCode: 'PAP_370',
        articleType: 'PhotoBook',
        pages: 24,
        photoIds: [],
      })
      await fill('POST', `/identity/v2/identities/keepsake/${id}/emailchanges`, { email: `new-${email}` })
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
      await sql`insert into identity.connections (account_id, client_id, name, scopes)
        values (${id}, ${`frame-${word}`}, ${`Frame ${word}`}, 'openid photos:read')`.execute(services.database)
      await sql`insert into widgets.widgets (code, account_id, order_code, title, ordered_at)
        values (${`${word.toUpperCase()}-1`}, ${id}, ${word.toUpperCase()}, ${`Book ${word}`}, now())`.execute(
        services.database,
      )
      await sql`insert into widgets.links (id, code, account_id, kind, recipient_email, recipient_key, message)
        values (gen_random_uuid(), ${`${word.toUpperCase()}-1`}, ${id}, 'recipient', ${`friend-${word}@example.com`},
          ${`friend-${word}@example.com`}, ${`Look ${word}`})`.execute(services.database)
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
      connectedApps: [
        {
          name: `Frame ${word}`,
          scopes: ['openid', 'photos:read'],
          connectedAt: expect.any(String),
          lastUsedAt: null,
        },
      ],
      newsletter: { email },
      consents: [{ kind: 'confirmed', place: 'confirmationLink', email }],
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
      // The order has a book too, but only if the job that creates it has ended already.
      onlineBooks: expect.arrayContaining([
        expect.objectContaining({
          title: `Book ${word}`,
          links: [
            expect.objectContaining({
              kind: 'recipient',
              recipientEmail: `friend-${word}@example.com`,
              message: `Look ${word}`,
            }),
          ],
        }),
      ]),
    })
    const text = JSON.stringify(file)
    for (const foreign of [other.id, other.word, other.word.toUpperCase(), 'secret-', 'signature=']) {
      expect([foreign, text.includes(foreign)]).toEqual([foreign, false])
    }
    // The job has no token of the customer: it calls as a service, for this account only.
    const made = link.calls.filter(({ called }) => called.includes('/personal-data'))
    expect(made.length).toBeGreaterThanOrEqual(10)
    expect(made.every(({ called, authorization }) => called.includes(owner.id) && !authorization)).toBe(true)
  })

  test('has every item of lists with several pages once, even if an item is deleted meanwhile', async () => {
    await addOrders(205)
    await addProjects(201)
    await addProjects(100, new Date())
    await addInvoices(150)
    // Each page continues after a key, so an item that is deleted or moved does not hide another item.
    link.onAnswer = async (called) => {
      if (called.endsWith('/personal-data/projects')) {
        await sql`delete from projects.projects where id = (select min(id::text)::uuid from projects.projects
          where account_id = ${owner.id})`.execute(services.database)
      }
    }
    const file = await fileOf()
    const counts = { orders: 205, projects: 301, invoices: 150 }
    for (const [name, count] of Object.entries(counts)) {
      const keys = file[name].map(({ id, orderCode }: { id?: string; orderCode: string }) => id ?? orderCode)
      expect([name, keys.length, new Set(keys).size]).toEqual([name, count, count])
    }
    expect(file.projects.filter(({ state }: { state: string }) => state === 'deleted')).toHaveLength(100)
  })

  test('has all sessions, apps and consents, and not only those that lists show', async () => {
    const { id, email } = owner
    await sql`insert into identity.sessions (id, account_id, signed_in_at, last_seen_at)
      select 'session-' || number, ${id}::uuid, now(), now() from generate_series(1, 120) as number`.execute(
      services.database,
    )
    await sql`insert into identity.provider_records (model, id, uid, payload, expires_at)
      select 'Session', 'record-' || number, 'session-' || number, '{}', now() + interval '1 hour'
      from generate_series(1, 120) as number`.execute(services.database)
    await sql`delete from identity.connections where account_id = ${id}`.execute(services.database)
    await sql`insert into identity.connections (account_id, client_id, name, scopes)
      select ${id}::uuid, 'app-' || number, 'App ' || number, 'openid' from generate_series(1, 120) as number`.execute(
      services.database,
    )
    await sql`insert into mailing.profiles (account_id, email, email_key) values (${id}, ${email}, ${email})
      on conflict do nothing`.execute(services.database)
    await sql`insert into mailing.consents (id, account_id, kind, place, email)
      select gen_random_uuid(), ${id}, 'confirmed', 'confirmationLink', ${email} from generate_series(1, 210)`.execute(
      services.database,
    )
    const file = await fileOf()
    const appNames = file.connectedApps.map(({ name }: { name: string }) => name)
    expect([appNames.length, new Set(appNames).size]).toEqual([120, 120])
    expect([file.sessions.length, file.consents.length >= 210]).toEqual([121, true])
    await sql`delete from identity.connections where account_id = ${id}`.execute(services.database)
    await sql`delete from identity.sessions where id like 'session-%'`.execute(services.database)
    await sql`delete from mailing.consents where account_id = ${id}`.execute(services.database)
  })

  const faults: readonly Fault[] = [
    ...(['down', 'garbage', 'error'] as const),
    { status: 200, json: {} },
    { status: 404, json: { code: 'NOT_FOUND' } },
  ]
  const calls = [
    'identity',
    'identity/sessions',
    'identity/connections',
    'mailing',
    'mailing/consents',
    'payments',
    'orders/orders',
    'vouchers/vouchers',
    'invoices/invoices',
    'projects/projects',
    'products/pdfs',
  ]
  test.each(calls)('waits while the part %s cannot be read, and is complete afterwards', async (part) => {
    await addOrders(40)
    const [service, list] = part.split('/')
    const start = `GET /${service}/accounts/${owner.id}/personal-data${list ? `/${list}` : ''}`
    let failures = 0
    link.onFault = (called) => {
      if (called !== start || failures > 0) return undefined
      failures += 1
      return faults[calls.indexOf(part) % faults.length]
    }
    const id = await requested()
    await ended(id)
    expect(failures).toBe(1)
    expect((await (await read((await urlOf(id)).body.url)).json()).orders).toHaveLength(40)
  })

  /** Lets an hour pass. Returns why the file has failed. */
  const overdue = async (id: string) => {
    const long = new Date(Date.now() - 3_601_000)
    await database().updateTable('data_files').set({ requested_at: long }).where('id', '=', id).execute()
    await runDataFileUpkeep(parts())
    return (await ended(id, 'FAILED')).failure
  }

  test('has failed, with the reason, after an hour; the next request can succeed', async () => {
    link.faults.set('GET /projects/', 'error')
    const first = await requested()
    await until(async () => {
      const row = await database()
        .selectFrom('data_files')
        .select('waiting_for')
        .where('id', '=', first)
        .executeTakeFirst()
      return row?.waiting_for === 'projects' ? true : null
    }, 'the failed attempt')
    expect(await overdue(first)).toBe('SERVICE_UNAVAILABLE')
    expect(await filesWith(services.dataDir, [`customers/${owner.id}/`])).toEqual([])
    link.faults.set('GET /projects/', 'hang')
    const second = await requested()
    expect(await overdue(second)).toBe('NOT_IN_TIME')
    expect([(await urlOf(second)).status, (await urlOf(second)).body.code]).toEqual([409, 'NOT_READY'])
    link.faults.clear()
    expect((await fileOf()).account.accountId).toBe(owner.id)
  })

  test('is prepared once: later and simultaneous requests get the same file', async () => {
    link.faults.set('GET /orders/', 'hang')
    const answers = await Promise.all([request(), request(), request()])
    expect(answers.map(({ status }) => status).toSorted((one, other) => one - other)).toEqual([200, 200, 201])
    expect(new Set(answers.map(({ body }) => body.fileId)).size).toBe(1)
    expect((await call('GET', path)).body.items).toEqual([answers[0]?.body])
    await database().deleteFrom('data_files').execute()
  })

  test('is not found by another account', async () => {
    const id = await requested()
    await ended(id)
    const other = await services.register()
    for (const at of [`${path}/${id}`, `${path}/${id}/url`]) {
      const { status, body } = await other.customer.call('GET', at)
      expect([at, status, body.code]).toEqual([at, 404, 'NOT_FOUND'])
    }
    expect((await other.customer.call('GET', path)).body.items).toEqual([])
  })

  test('needs a sign-in of the last 5 minutes, to request it and to download it', async () => {
    const id = await requested(await owner.tokenOfAge(services.platform, 290))
    await ended(id)
    for (const age of [301, 100_000]) {
      const token = await owner.tokenOfAge(services.platform, age)
      for (const { status, body } of [await request(token), await urlOf(id, token)]) {
        expect([status, body.code]).toEqual([403, 'RECENT_SIGN_IN_REQUIRED'])
      }
    }
    expect((await urlOf(id, await owner.tokenOfAge(services.platform, 290))).status).toBe(200)
  })

  test('can be requested ten times an hour by each account', async () => {
    for (let count = 0; count < 10; count += 1) await ended(await requested())
    const refused = await request()
    expect([refused.status, refused.body.code]).toEqual([429, 'TOO_MANY_DATA_FILES'])
    expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(3_500)
    const other = await services.register()
    expect((await other.customer.call('POST', path)).status).toBe(201)
    await database()
      .updateTable('data_files')
      .set({ requested_at: new Date(Date.now() - 3_601_000) })
      .execute()
    expect((await request()).status).toBe(201)
  })

  test('is deleted two hours after it was ready', async () => {
    const old = await requested()
    await ended(old)
    const { url } = (await urlOf(old)).body
    const next = await requested()
    await ended(next)
    const soon = new Date(Date.now() + 60_000)
    await database().updateTable('data_files').set({ expires_at: soon }).where('id', '=', old).execute()
    expect((await urlOf(old)).body.expires).toBe(soon.toISOString())
    const over = new Date(Date.now() - 1_000)
    await database().updateTable('data_files').set({ expires_at: over }).where('id', '=', old).execute()
    expect([(await stateOf(old)).status, (await urlOf(old)).status]).toEqual([404, 404])
    await runDataFileUpkeep(parts())
    const urlOfNext = (await urlOf(next)).body.url
    expect([(await read(url)).status, (await read(urlOfNext)).status]).toEqual([404, 200])
    expect(await database().selectFrom('data_files').select('id').execute()).toEqual([{ id: next }])
  })

  test('leaves nothing if the account is erased while it is prepared', async () => {
    const leaving = await services.register()
    const { id } = leaving
    link.faults.set(`GET /projects/accounts/${id}`, 'error')
    expect((await leaving.customer.call('POST', path)).status).toBe(201)
    await until(async () => {
      const row = await database()
        .selectFrom('data_files')
        .select('step')
        .where('account_id', '=', id)
        .executeTakeFirst()
      return row && link.calls.some(({ called }) => called.includes(`${id}/personal-data/invoices`)) ? true : null
    }, 'the first parts')
    await leaving.deleteAccount()
    await services.untilErased(leaving)
    expect(await filesWith(services.dataDir, [`customers/${id}/`])).toEqual([])
    const { rows } = await sql`select from jobs.job where position(${id} in data::text) > 0`.execute(services.database)
    expect(rows).toEqual([])
  })

  test('is begun again if a part was lost', async () => {
    await addProjects(700)
    let lost: readonly string[] = []
    link.onAnswer = async (called) => {
      if (lost.length > 0 || !called.includes('/personal-data/pdfs')) return
      lost = await filesWith(services.dataDir, ['/parts/'])
      await services.platform.blobs.deleteFolder(`customers/${owner.id}`)
    }
    const file = await fileOf()
    expect(lost).not.toEqual([])
    expect(new Set(file.projects.map(({ id }: { id: string }) => id)).size).toBe(700)
  })

  test('is not written by an attempt that a later one has replaced', async () => {
    link.onAnswer = async (called) => {
      if (!called.includes('/personal-data/pdfs')) return
      await database()
        .updateTable('data_files')
        .set({ attempt: sql<number>`attempt + 1` })
        .execute()
    }
    const id = await requested()
    await until(async () => {
      const { rows } = await sql`
        select from jobs.job where position(${id} in data::text) > 0 and state = 'completed'`.execute(services.database)
      return rows.length > 0 ? true : null
    }, 'the end of the first attempt')
    const file = await database().selectFrom('data_files').select(['status', 'parts']).executeTakeFirst()
    expect(file).toEqual({ status: 'PREPARING', parts: [] })
    expect(
      (await filesWith(services.dataDir, [`customers/${owner.id}/`])).filter((path) => path.endsWith('.json')),
    ).toEqual([])
  })

  test('is forgotten if the account is marked for deletion before it is begun', async () => {
    link.faults.set('GET /identity/accounts', 'error')
    const id = await requested()
    await until(async () => {
      const file = await database().selectFrom('data_files').select('waiting_for').executeTakeFirst()
      return file?.waiting_for === 'identity' ? true : null
    }, 'the failed attempt')
    await database().insertInto('closings').values({ account_id: owner.id }).execute()
    const files = database().selectFrom('data_files').select('id').where('id', '=', id)
    await until(async () => ((await files.execute()).length === 0 ? true : null), 'the file to be forgotten')
    await database().deleteFrom('closings').where('account_id', '=', owner.id).execute()
  })

  test('is available to blocked business accounts, but not to accounts that are marked for deletion', async () => {
    await database()
      .insertInto('profiles')
      .values({ account_id: owner.id, business_status: 'Blocked' })
      .onConflict((conflict) => conflict.column('account_id').doUpdateSet({ business_status: 'Blocked' }))
      .execute()
    expect((await fileOf(await businessToken())).profile.businessAccountStatus).toBe('Blocked')
    await database().insertInto('closings').values({ account_id: owner.id }).execute()
    for (const { status, body } of [await request(), await call('GET', path)]) {
      expect([status, body.code]).toEqual([404, 'NOT_FOUND'])
    }
    await database().deleteFrom('closings').where('account_id', '=', owner.id).execute()
  })
})
