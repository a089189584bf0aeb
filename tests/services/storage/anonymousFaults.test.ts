import { rm } from 'node:fs/promises'
import { type Kysely, sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest'
import { claimAnonymousUploads } from '../../../services/storage/anonymousUploads.ts'
import type { StorageTables } from '../../../services/storage/tables.ts'
import { readUpload } from '../../../services/storage/uploadStore.ts'
import { changeBrand, copyBrands } from '../../support/brands.ts'
import { createKillableServices, type KillableServices } from '../../support/killableServices.ts'
import { makeJpeg } from '../../support/pictures.ts'
import type { TokenContent } from '../../support/tokens.ts'
import { waitingStatements } from '../../support/waitingStatements.ts'
import { claim, Visitor } from './anonymousCaller.ts'
import { Customer, type PhotoServices, publicUrl, startPhotoServices } from './customer.ts'

class BrandCustomer extends Customer {
  override async token(content?: TokenContent): Promise<string> {
    return super.token({ ...content, claims: { client_id: 'keepsake-web' } })
  }
}

describe('uploads before the sign-in, of an account with a quota', () => {
  let running: PhotoServices
  let brands: string

  beforeAll(async () => {
    const first = await makeJpeg({ seed: 1 })
    brands = await copyBrands()
    await changeBrand(brands, 'keepsake', { quotaBytes: first.length + 10 })
    running = await startPhotoServices(undefined, { BRANDS_DIR: brands })
  })
  afterAll(async () => {
    await running.close()
    await rm(brands, { recursive: true })
  })

  test('are claimed if they fit into the quota; the others stay unclaimed until there is room', async () => {
    const visitor = new Visitor(running.services.url, '203.0.113.1')
    const fitting = await visitor.uploadFile(await makeJpeg({ seed: 1 }))
    const tooLarge = await visitor.uploadFile(await makeJpeg({ seed: 2 }))
    const customer = new BrandCustomer(running.services.url, running.issuer)
    expect((await claim(customer, [fitting, tooLarge])).body.uploads).toMatchObject([
      { uploadId: fitting },
      { uploadId: tooLarge, state: 'REJECTED', code: 'QUOTA_EXCEEDED' },
    ])
    expect(await customer.settled(fitting)).toMatchObject({ state: 'READY' })
    expect(await customer.photos()).toHaveLength(1)
    const database = running.services.platform.database<StorageTables>('storage')
    expect(await readUpload(database, tooLarge)).toMatchObject({ owner_id: null })
    await claimAnonymousUploads(database, [tooLarge], { accountId: customer.id, quotaBytes: null })
    expect(await readUpload(database, tooLarge)).toMatchObject({ owner_id: customer.id })
  })
})

/** The space of all uploads without an owner, in bytes. */
const space = 1_000_000

/** The key of the lock that delays claims. */
const delay = 543

/** Delays the commit of each transaction that marks an upload as held, while another transaction has the lock. */
async function delayClaims(database: Kysely<StorageTables>): Promise<void> {
  await sql`create function storage.delay_claim() returns trigger language plpgsql
    as $$ begin perform pg_advisory_xact_lock(${sql.lit(delay)}); return null; end $$`.execute(database)
  await sql`create constraint trigger delay_claim after update of is_held on storage.uploads
    deferrable initially deferred for each row
    when (new.is_held) execute function storage.delay_claim()`.execute(database)
  onTestFinished(async () => void (await sql`drop function storage.delay_claim cascade`.execute(database)))
}

describe('uploads before the sign-in, at two replicas', () => {
  let first: KillableServices
  let second: PhotoServices

  beforeAll(async () => {
    const settings = { ANONYMOUS_UPLOADS: '4', ANONYMOUS_UPLOAD_TOTAL: String(space) }
    first = await createKillableServices('a PostgreSQL server', publicUrl, 'storage,photos', settings)
    await first.start()
    second = await startPhotoServices(first.installation, { IDENTITY_URL: first.identityUrl, ...settings }, ['storage'])
  })
  afterAll(async () => {
    await second.close()
    await first.remove()
  })

  test('that were claimed just before a kill are ingested after the restart, once', async () => {
    const bytes = await makeJpeg({ seed: 3 })
    const uploadId = await new Visitor(first.url, '203.0.113.2').uploadFile(bytes)
    const customer = new Customer(second.services.url, first.issuer)
    // The state after a kill between the claim and the ingest.
    const database = second.services.platform.database<StorageTables>('storage')
    const owner = { accountId: customer.id, quotaBytes: null }
    expect(await claimAnonymousUploads(database, [uploadId], owner)).toEqual({ claimed: [uploadId], tooLarge: [] })
    await first.kill()
    await first.start()
    const here = new Customer(first.url, first.issuer, customer.id)
    expect(await here.photosOf(1)).toMatchObject([{ uploadId }])
    expect(await here.settled(uploadId)).toMatchObject({ state: 'READY', duplicate: false })
    expect((await claim(here, [uploadId])).body.uploads).toMatchObject([{ uploadId, state: 'READY' }])
  })

  test('share one total space: of two idle uploads that continue at the same time, one gets the space that is left', async () => {
    const database = second.services.platform.database<StorageTables>('storage')
    await database.deleteFrom('uploads').where('owner_id', 'is', null).execute()
    const bytes = await makeJpeg({ seed: 4 })
    const visitors = [first.url, second.services.url].map((url) => new Visitor(url, '203.0.113.4'))
    const locations: string[] = []
    for (const visitor of visitors) {
      locations.push((await visitor.create(space * 0.6)).headers.get('location') ?? '')
      await sql`update storage.uploads set received_at = received_at - interval '11 minutes'`.execute(database)
    }
    const send = async (index: number) => visitors[index]?.append(locations[index] ?? '', 0, bytes)
    await delayClaims(database)
    const sent = await database.transaction().execute(async (change) => {
      await sql`select pg_advisory_xact_lock(${delay})`.execute(change)
      const answers = Promise.all([send(0), send(1)])
      await expect.poll(() => waitingStatements(database)).toBe(2)
      return { answers }
    })
    const answers = await sent.answers
    expect(answers.map((answer) => String(answer?.status)).toSorted()).toEqual(['204', '507'])
    const index = answers.findIndex((answer) => answer?.status === 507)
    await database
      .deleteFrom('uploads')
      .where('id', '<>', locations[index]?.split('/').at(-1) ?? '')
      .execute()
    expect((await send(index))?.status).toBe(204)
  })

  test('share the limits of their address', async () => {
    const address = '203.0.113.3'
    for (let count = 0; count < 4; count += 1) {
      expect((await new Visitor(first.url, address).create(10)).status).toBe(201)
    }
    expect((await new Visitor(second.services.url, address).create(10)).status).toBe(429)
    const database = second.services.platform.database<StorageTables>('storage')
    const { rows } = await sql`select uploads from storage.anonymous_counts where uploads = 4`.execute(database)
    expect(rows).toHaveLength(1)
  })
})
