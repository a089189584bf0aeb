import { randomUUID } from 'node:crypto'
import { readFile, readdir, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { readUsage } from '../../../services/storage/quota.ts'
import { deleteRemoved } from '../../../services/storage/originalStore.ts'
import type { StorageTables } from '../../../services/storage/tables.ts'
import { deleteUnfinishedUploads } from '../../../services/storage/uploadStore.ts'
import { changeBrand, copyBrands } from '../../support/brands.ts'
import { createInstallation, databaseKinds, type Installation } from '../../support/database.ts'
import { makeJpeg } from '../../support/pictures.ts'
import type { TokenContent } from '../../support/tokens.ts'
import { Customer, type PhotoServices, startPhotoServices } from './customer.ts'
import { tus } from './tusMusts.ts'

const quotaBytes = 1_000_000
const maxUnfinished = 6

class BrandCustomer extends Customer {
  brand = 'keepsake'

  override async token(content?: TokenContent): Promise<string> {
    return super.token({ ...content, claims: { client_id: `${this.brand}-web` } })
  }

  async usage() {
    return (await this.call('GET', '/storage/usage')).body
  }

  /** Announces uploads at the same time; returns their statuses. */
  async announceAtOnce(count: number, size: number): Promise<number[]> {
    const answers = await Promise.all(Array.from({ length: count }, async () => this.create(size)))
    return answers.map(({ status }) => status).toSorted((one, other) => one - other)
  }
}

describe.each(databaseKinds)('the quota of an account, on %s', (kind) => {
  let installation: Installation
  let running: PhotoServices
  let brands: string

  beforeAll(async () => {
    installation = await createInstallation(kind)
    brands = await copyBrands()
    await changeBrand(brands, 'keepsake', { quotaBytes })
    const environment = {
      BRANDS_DIR: brands,
      MAX_UNFINISHED_UPLOADS: String(maxUnfinished),
    }
    running = await startPhotoServices(installation, environment)
  })
  afterAll(async () => {
    await running.close()
    await rm(brands, { recursive: true })
    await installation.remove()
  })

  const database = () => running.services.platform.database<StorageTables>('storage')
  const newCustomer = () => new BrandCustomer(running.services.url, running.issuer)

  test('counts originals and announced uploads, and refuses a file that exceeds the quota before anything is written', async () => {
    const customer = newCustomer()
    const bytes = await makeJpeg({ seed: 1 })
    await customer.upload(bytes)
    const room = quotaBytes - bytes.length
    const uploads = join(installation.dataDir, 'uploads')
    const before = await readdir(uploads)
    expect(await customer.create(room + 1)).toMatchObject({
      status: 413,
      body: { code: 'QUOTA_EXCEEDED', facts: { usedBytes: bytes.length, quotaBytes } },
    })
    expect(await customer.usage()).toEqual({ storedBytes: bytes.length, announcedBytes: 0, quotaBytes })
    expect(await readdir(uploads)).toEqual(before)
    expect((await customer.create(room)).status).toBe(201)
    expect(await customer.usage()).toEqual({ storedBytes: bytes.length, announcedBytes: room, quotaBytes })
    expect((await customer.create(1)).body.code).toBe('QUOTA_EXCEEDED')
    // Another account has its own quota.
    expect((await newCustomer().create(quotaBytes)).status).toBe(201)
  })

  test('is not exceeded by uploads that are announced at the same time', async () => {
    const customer = newCustomer()
    expect(await customer.announceAtOnce(8, quotaBytes / 4)).toEqual([201, 201, 201, 201, 413, 413, 413, 413])
    expect(await customer.usage()).toMatchObject({ announcedBytes: quotaBytes })
  })

  test('limits the number of unfinished uploads', async () => {
    const customer = newCustomer()
    const statuses = await customer.announceAtOnce(maxUnfinished + 2, 1)
    expect(statuses).toEqual([...Array.from({ length: maxUnfinished }, () => 201), 429, 429])
    const refused = await customer.create(1)
    expect(refused).toMatchObject({ status: 429, body: { code: 'TOO_MANY_UPLOADS' } })
    expect(refused.headers.get('retry-after')).toBe('60')
  })

  test('has room again after an upload is deleted, refused or expired, or its photo is removed', async () => {
    const customer = newCustomer()
    const usedBytes = async () => {
      const { storedBytes, announcedBytes } = await customer.usage()
      return storedBytes + announcedBytes
    }
    const location = (await customer.create(quotaBytes)).headers.get('location') ?? ''
    await customer.call('DELETE', location, { headers: tus })
    expect(await usedBytes()).toBe(0)
    await customer.upload(Buffer.alloc(500, 'x'))
    expect(await usedBytes()).toBe(0)
    await customer.create(quotaBytes)
    expect(await usedBytes()).toBe(quotaBytes)
    await deleteUnfinishedUploads(database(), new Date(Date.now() + 60_000), 100)
    expect(await usedBytes()).toBe(0)
    const bytes = await makeJpeg({ seed: 2 })
    const { imageId } = (await customer.upload(bytes)).body
    await customer.upload(bytes)
    expect(await usedBytes()).toBe(bytes.length)
    const removal = { owner: customer.id, imageId, generation: 100 }
    await database()
      .transaction()
      .execute(async (change) => deleteRemoved(change, [removal]))
    expect(await usedBytes()).toBe(0)
  })

  test('does not refuse imports', async () => {
    const customer = newCustomer()
    await customer.create(quotaBytes)
    const bytes = await makeJpeg({ seed: 3 })
    const secret = (await readFile(join(installation.dataDir, 'keys', 'services'), 'utf8')).trim()
    const query = new URLSearchParams({ ownerId: customer.id, fileName: 'a.jpg', size: String(bytes.length) })
    const imported = await customer.call('PUT', `/storage/imports/${randomUUID()}?${query}`, {
      body: bytes,
      headers: { 'content-type': 'application/octet-stream', 'x-service-secret': secret },
    })
    expect(imported.status).toBe(200)
    expect(await customer.usage()).toMatchObject({ storedBytes: bytes.length, announcedBytes: quotaBytes })
  })

  test('is the setting of the brand; clients of no brand have no quota', async () => {
    const customer = newCustomer()
    customer.brand = 'lumina'
    expect(await customer.usage()).toMatchObject({ quotaBytes: null })
    expect((await customer.create(quotaBytes + 1)).status).toBe(201)
    customer.brand = 'new'
    expect(await customer.usage()).toMatchObject({ quotaBytes: null })
    expect((await customer.create(quotaBytes + 1)).status).toBe(201)
  })

  test('counts the originals of older data folders', async () => {
    const [one, other] = [newCustomer(), newCustomer()]
    const sizes = await Promise.all(
      [one, one, other].map(async (customer, seed) => {
        const bytes = await makeJpeg({ seed: 10 + seed })
        await customer.upload(bytes)
        return bytes.length
      }),
    )
    for (const statement of [
      'drop table storage.account_bytes',
      'drop index storage.uploads_receiving',
      'drop function storage.count_originals cascade',
      'drop table storage.anonymous_counts',
      'drop index storage.uploads_unclaimed',
      'drop index storage.originals_processing',
      'drop index storage.uploads_unfinished',
      'drop table storage.upload_pieces',
      'alter table storage.uploads drop column is_held, drop column arrived, drop column received_at',
      `delete from storage.migration where name > '0007'`,
    ]) {
      await sql.raw(statement).execute(database())
    }
    const folder = new URL('../../../services/storage/migrations/', import.meta.url)
    await running.services.platform.migrate('storage', folder)
    const stored = await Promise.all([one, other].map(async ({ id }) => (await readUsage(database(), id)).storedBytes))
    expect(stored).toEqual([(sizes[0] ?? 0) + (sizes[1] ?? 0), sizes[2]])
    const bytes = await makeJpeg({ seed: 20 })
    await other.upload(bytes)
    expect((await readUsage(database(), other.id)).storedBytes).toBe((sizes[2] ?? 0) + bytes.length)
  })
})
