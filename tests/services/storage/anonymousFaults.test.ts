import { rm } from 'node:fs/promises'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { claimAnonymousUploads } from '../../../services/storage/anonymousUploads.ts'
import type { StorageTables } from '../../../services/storage/tables.ts'
import { readUpload } from '../../../services/storage/uploadStore.ts'
import { changeBrand, copyBrands } from '../../support/brands.ts'
import { createKillableServices, type KillableServices } from '../../support/killableServices.ts'
import { makeJpeg } from '../../support/pictures.ts'
import type { TokenContent } from '../../support/tokens.ts'
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

  test('join it while they fit; the others stay unclaimed, and join when there is room', async () => {
    const visitor = new Visitor(running.services.url, '203.0.113.1')
    const fitting = await visitor.leave(await makeJpeg({ seed: 1 }))
    const tooLarge = await visitor.leave(await makeJpeg({ seed: 2 }))
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

describe('uploads before the sign-in, at two replicas', () => {
  let first: KillableServices
  let second: PhotoServices

  beforeAll(async () => {
    const settings = { ANONYMOUS_UPLOADS: '4' }
    first = await createKillableServices('a PostgreSQL server', publicUrl, 'storage,photos')
    await first.start()
    second = await startPhotoServices(first.installation, { IDENTITY_URL: first.identityUrl, ...settings }, ['storage'])
  })
  afterAll(async () => {
    await second.close()
    await first.remove()
  })

  test('that were claimed just before a kill are ingested after the restart, once', async () => {
    const bytes = await makeJpeg({ seed: 3 })
    const uploadId = await new Visitor(first.url, '203.0.113.2').leave(bytes)
    const customer = new Customer(second.services.url, first.issuer)
    // The process was killed after the claim was stored, before it could ingest the file.
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
