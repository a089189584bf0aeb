import { setTimeout as pause } from 'node:timers/promises'
import { sql } from 'kysely'
import pino from 'pino'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { openDatabase } from '../../../services/platform/database.ts'
import { usualServerSettings } from '../../../services/platform/serverDatabase.ts'
import { EventReader } from '../../support/eventReader.ts'
import { createKillableServices, type KillableServices } from '../../support/killableServices.ts'
import { type Pgbouncer, startPgbouncer } from '../../support/pgbouncer.ts'
import { makeJpeg } from '../../support/pictures.ts'
import { PostgresServer } from '../../support/postgresServer.ts'
import { Customer, publicUrl, until } from '../storage/customer.ts'
import { DatabaseLoad } from './databaseLoad.ts'

const processes = 4
/** The connections of pgbouncer to the server. */
const pooled = 8
const events = 15

describe('services behind pgbouncer in transaction mode', () => {
  const replicas: KillableServices[] = []
  let server: PostgresServer
  let pgbouncer: Pgbouncer

  async function startReplica(environment: Readonly<Record<string, string>>): Promise<KillableServices> {
    const replica = await createKillableServices('the embedded database', publicUrl, 'identity,storage,photos', {
      DATABASE_URL: pgbouncer.url,
      DATABASE_DIRECT_URL: server.url(),
      LOG_LEVEL: 'info',
      ...environment,
    })
    replicas.push(replica)
    await replica.start()
    return replica
  }

  /** The same customer as a client of each replica. */
  function newCustomers(): [Customer, ...Customer[]] {
    const [first, ...others] = replicas
    if (!first) throw new Error('There is no replica.')
    const customer = new Customer(first.url, first.issuer)
    return [customer, ...others.map(({ url }) => new Customer(url, first.issuer, customer.id))]
  }

  beforeAll(async () => {
    server = await PostgresServer.start()
    pgbouncer = await startPgbouncer(server, pooled)
    const { installation, identityUrl } = await startReplica({})
    const shared = { DATA_DIR: installation.dataDir, IDENTITY_URL: identityUrl }
    await Promise.all(Array.from({ length: processes - 1 }, () => startReplica(shared)))
  })
  afterAll(async () => {
    for (const replica of replicas) await replica.remove()
    await pgbouncer.stop()
    server.remove()
  })

  test('soon show a change at one process to a reader at another process', async () => {
    const [writer, other] = newCustomers()
    const reader = new EventReader(`${other?.url}/photos/events`)
    await reader.send({ action: 'authenticate', token: await writer.token() })
    await until(async () => (reader.messages.length > 0 ? true : null), 'the OK')
    const { albumId } = (await writer.call('POST', '/photos/albums', { body: { name: 'Norway' } })).body
    const times: number[] = []
    for (let count = 0; count < events; count += 1) {
      const [before, began] = [reader.messages.length, performance.now()]
      await writer.call('PATCH', `/photos/albums/${albumId}`, { body: { name: `Norway ${count}` } })
      while (reader.messages.length === before) await pause(1)
      times.push(performance.now() - began)
      await pause(20)
    }
    reader.end()
    // Without notifications, only the poll every two seconds would find the events.
    const median = times.toSorted((left, right) => left - right)[Math.floor(events / 2)] ?? Infinity
    process.stdout.write(`from a change to its event at another process: ${Math.round(median)} ms (median)\n`)
    expect(median).toBeLessThan(1_000)
  })

  test('upload photos, and need few connections to the server', async () => {
    const customers = newCustomers()
    const loads = customers.map((customer) => new DatabaseLoad(customer))
    let most = 0
    const isEnough = () => loads.every(({ acknowledged }) => acknowledged.length > 20)
    await expect
      .poll(async () => {
        most = Math.max(most, await connectionsOf(server))
        return isEnough()
      })
      .toBe(true)
    await Promise.all(loads.map((load) => load.stop()))
    const uploads = customers.map(async (customer, seed) => customer.upload(await makeJpeg({ seed })))
    await Promise.all(uploads)
    await customers[0].photosOf(processes)
    process.stdout.write(`${processes} services processes: ${most} connections to the server\n`)
    expect(loads.flatMap(({ failed }) => failed)).toEqual([])
    // Each process has one connection that listens, and pgbouncer has eight: 50 processes need 58 connections.
    expect(most).toBeLessThanOrEqual(processes + pooled)
    expect(most).toBeGreaterThan(processes)
  })

  test('end statements and transactions that take too long', async () => {
    const { installation } = replicas[0] ?? { installation: null }
    const database = await openDatabase(
      {
        dataDir: installation?.dataDir ?? '',
        databaseUrl: pgbouncer.url,
        server: {
          ...usualServerSettings,
          urls: [pgbouncer.url],
          directUrls: [server.url()],
          statementTimeoutMilliseconds: 1_000,
        },
      },
      pino({ level: 'silent' }),
    )
    const slow = database.root.transaction().execute((change) => sql`select pg_sleep(60)`.execute(change))
    await expect(slow).rejects.toMatchObject({ code: '57014' })
    // The timeout does not stay set on the connection to the server, which other processes use as well.
    expect((await database.run('show statement_timeout')).rows).toEqual([{ statement_timeout: '0' }])
    await database.close()
  })

  test('say what is missing without the direct URL', async () => {
    const opened = openDatabase({ dataDir: '', databaseUrl: pgbouncer.url }, pino({ level: 'silent' }))
    await expect(opened).rejects.toThrow(/unsupported startup parameter.* Behind a pooler, set DATABASE_DIRECT_URL\./)
  })

  test('continue when the server restarts', async () => {
    const [customer] = newCustomers()
    const load = new DatabaseLoad(customer)
    await expect.poll(() => load.acknowledged.length).toBeGreaterThan(5)
    const restarted = server.restart('fast')
    await expect.poll(() => load.failed.length, { interval: 5 }).toBeGreaterThan(0)
    const backAt = await server.accepts()
    await expect.poll(() => load.hasSucceededSince(backAt)).toBe(true)
    await restarted
    await load.stop()
    process.stdout.write(`behind pgbouncer: requests failed until ${load.errorsSince(backAt)} ms after the restart\n`)
    expect(load.failed.filter(({ status }) => status !== 503)).toEqual([])
    expect(replicas.filter((replica) => !replica.isRunning())).toEqual([])
  })
})

/** The number of connections of services and pgbouncer, without the connection that runs this query. */
async function connectionsOf(server: PostgresServer): Promise<number> {
  const [row] = await server.query(
    `select count(*)::int as count from pg_stat_activity
     where backend_type = 'client backend' and pid <> pg_backend_pid()`,
  )
  return Number(row?.['count'])
}
