import { randomUUID } from 'node:crypto'
import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { deleteUnclaimedUploads } from '../../../services/storage/anonymousUploads.ts'
import { openUploadBytes } from '../../../services/storage/openUploadBytes.ts'
import type { StorageTables } from '../../../services/storage/tables.ts'
import { readUpload } from '../../../services/storage/uploadStore.ts'
import { keysInBucket } from '../../support/blobSettings.ts'
import { createInstallation, databaseKinds, type Installation } from '../../support/database.ts'
import { makeBrokenJpeg, makeJpeg } from '../../support/pictures.ts'
import { claim, Visitor } from './anonymousCaller.ts'
import { Customer, type PhotoServices, startPhotoServices } from './customer.ts'
import { tus } from './tusMusts.ts'

const limit = { uploads: 12, bytes: 3_000_000, total: 8_000_000 }

describe.each(databaseKinds)('uploads before the sign-in, on %s', (kind) => {
  let installation: Installation
  let running: PhotoServices
  let addresses = 0

  beforeAll(async () => {
    installation = await createInstallation(kind)
    running = await startPhotoServices(installation, {
      ANONYMOUS_UPLOADS: String(limit.uploads),
      ANONYMOUS_UPLOAD_BYTES: String(limit.bytes),
      ANONYMOUS_UPLOAD_TOTAL: String(limit.total),
    })
  })
  afterAll(async () => {
    await running.close()
    await installation.remove()
  })

  const database = () => running.services.platform.database<StorageTables>('storage')
  const newCustomer = () => new Customer(running.services.url, running.issuer)
  /** A visitor whose address no earlier visitor has. */
  const newVisitor = () => new Visitor(running.services.url, `203.0.113.${++addresses}`)
  /** A visitor from one of the many addresses of one network. */
  const neighbour = (host: number) => new Visitor(running.services.url, `2001:db8:1:7::${host}`)
  const storedUploads = async () => {
    const keys = await keysInBucket(installation.dataDir, 'uploads')
    return keys ? keys.map((key) => key.split('/')[1]) : readdir(join(installation.dataDir, 'uploads'))
  }
  const makeOlder = async (id: string, hours: number) =>
    database()
      .updateTable('uploads')
      .set({ created_at: sql`now() - ${hours}::numeric * interval '1 hour'` })
      .where('id', '=', id)
      .execute()

  test('resume without a token, and are stored without being decoded', async () => {
    const visitor = newVisitor()
    const bytes = await makeBrokenJpeg({ seed: 1 })
    const location = (await visitor.create(bytes.length)).headers.get('location') ?? ''
    const uploadId = location.split('/').at(-1) ?? ''
    await visitor.append(location, 0, bytes.subarray(0, 1_000))
    const { body } = await visitor.outcomeOf(location)
    expect(body).toEqual({ uploadId, state: 'RECEIVING', keptUntil: expect.any(String) })
    expect((Date.parse(body.keptUntil) - Date.now()) / 3_600_000).toBeCloseTo(24, 0)
    const { headers } = await visitor.call('HEAD', location, { headers: tus })
    expect(headers.get('upload-offset')).toBe('1000')
    expect((await visitor.append(location, 1_000, bytes.subarray(1_000))).status).toBe(204)
    const account = randomUUID()
    const outcome = await visitor.call('GET', `/storage/uploads/${uploadId}?accountId=${account}`)
    expect(outcome.body).toEqual({ uploadId, state: 'RECEIVED', keptUntil: body.keptUntil })
    const uploads = await openUploadBytes(running.services.platform, database())
    expect(await uploads.withFile(uploadId, async (file) => readFile(file))).toEqual(bytes)
    expect(await readUpload(database(), uploadId)).toMatchObject({ state: 'RECEIVING', owner_id: null })
  })

  test('join only one account, and only once, when this account claims them twice and another account once at the same time', async () => {
    const visitor = newVisitor()
    const ids = [
      await visitor.uploadFile(await makeJpeg({ seed: 2 })),
      await visitor.uploadFile(await makeJpeg({ seed: 3 })),
    ]
    const [customer, other] = [newCustomer(), newCustomer()]
    const answers = await Promise.all([claim(customer, ids), claim(customer, ids), claim(other, ids)])
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 200])
    const idsOf = (index: number) => answers[index]?.body.uploads.map(({ uploadId }: { uploadId: string }) => uploadId)
    const winner = idsOf(2).length > 0 ? other : customer
    expect(idsOf(0)).toEqual(winner === customer ? ids : [])
    expect(idsOf(1)).toEqual(winner === customer ? ids : [])
    expect(idsOf(2)).toEqual(winner === other ? ids : [])
    for (const id of ids) expect(await winner.settled(id)).toMatchObject({ state: 'READY', duplicate: false })
    expect((await winner.photosOf(2)).map(({ uploadId }) => uploadId).toSorted()).toEqual(ids.toSorted())
    expect(await (winner === customer ? other : customer).photos()).toEqual([])
    expect((await claim(winner, ids)).body.uploads).toMatchObject([{ state: 'READY' }, { state: 'READY' }])
    expect((await visitor.call('GET', `/storage/uploads/${ids[0]}`)).status).toBe(404)
  })

  test('cannot be claimed, changed or read by a stranger who does not know the id, nor claimed before all bytes have arrived', async () => {
    const visitor = newVisitor()
    const bytes = await makeJpeg({ seed: 4 })
    const location = (await visitor.create(bytes.length)).headers.get('location') ?? ''
    await visitor.append(location, 0, bytes.subarray(0, 1_000))
    const customer = newCustomer()
    const foreign = (await newCustomer().create(100)).headers.get('location')?.split('/').at(-1) ?? ''
    const incomplete = location.split('/').at(-1) ?? ''
    expect((await claim(customer, [randomUUID(), foreign, incomplete, 'nonsense'])).body).toEqual({ uploads: [] })
    for (const path of [`/storage/files/${foreign}`, `/storage/files/${randomUUID()}`]) {
      expect((await visitor.call('HEAD', path, { headers: tus })).status).toBe(404)
      expect((await visitor.call('DELETE', path, { headers: tus })).status).toBe(404)
    }
    // A customer with a token reads only their own uploads.
    expect((await customer.call('GET', `/storage/uploads/${incomplete}`)).status).toBe(404)
    await visitor.append(location, 1_000, bytes.subarray(1_000))
    expect((await claim(customer, [incomplete])).body.uploads).toHaveLength(1)
  })

  test('are not made by a request with an invalid token', async () => {
    for (const authorization of ['', 'Bearer', 'Bearer nonsense']) {
      const headers = { ...tus, 'upload-length': '100', authorization }
      expect((await newVisitor().call('POST', '/storage/files', { headers })).status).toBe(401)
    }
    const visitor = newVisitor()
    const headers = { ...tus, 'upload-length': '100', authorization: 'Bearer nonsense' }
    await visitor.call('POST', '/storage/files', { headers })
    const { rows } = await sql<{ count: number }>`
      select count(*)::integer as count from storage.uploads where size = 100 and owner_id is null`.execute(database())
    expect(rows).toEqual([{ count: 0 }])
    expect((await newVisitor().call('POST', '/storage/getanonymousuploads', { body: [] })).status).toBe(401)
  })

  test('end after 24 hours: then they cannot be claimed, and their bytes are deleted', async () => {
    const visitor = newVisitor()
    const [late, early] = [
      await visitor.uploadFile(await makeJpeg({ seed: 5 })),
      await visitor.uploadFile(await makeJpeg({ seed: 6 })),
    ]
    await makeOlder(late, 24.01)
    await makeOlder(early, 23.9)
    const customer = newCustomer()
    expect((await visitor.call('GET', `/storage/uploads/${late}`)).status).toBe(404)
    expect((await claim(customer, [late])).body).toEqual({ uploads: [] })
    expect(await deleteUnclaimedUploads(database(), 100)).toEqual([late])
    expect((await claim(customer, [late, early])).body.uploads).toMatchObject([{ uploadId: early }])
  })

  test('are refused immediately if their first bytes are not those of a photo', async () => {
    const visitor = newVisitor()
    const text = Buffer.from('Dear diary, today was a good day.'.repeat(20))
    const location = (await visitor.create(text.length * 2)).headers.get('location') ?? ''
    expect(await visitor.append(location, 0, text)).toMatchObject({ status: 415, body: { code: 'UNSUPPORTED_TYPE' } })
    expect((await visitor.call('HEAD', location, { headers: tus })).status).toBe(404)
    expect(await storedUploads()).not.toContain(location.split('/').at(-1))
  })

  test('are checked after the claim: a damaged file is refused, a known photo is a duplicate', async () => {
    const customer = newCustomer()
    const known = await makeJpeg({ seed: 7 })
    await customer.upload(known)
    const visitor = newVisitor()
    const ids = [
      await visitor.uploadFile((await makeJpeg({ seed: 8 })).subarray(0, 100)),
      await visitor.uploadFile(known),
    ]
    expect((await claim(customer, ids)).body.uploads).toMatchObject(ids.map((uploadId) => ({ uploadId })))
    expect(await customer.settled(ids[0] ?? '')).toMatchObject({ state: 'REJECTED', code: 'DAMAGED_FILE' })
    expect(await customer.settled(ids[1] ?? '')).toMatchObject({ state: 'READY', duplicate: true })
    expect(await customer.photos()).toHaveLength(1)
  })

  test('are limited by number and bytes for each address group, whatever address of the group is used', async () => {
    for (let count = 0; count < limit.uploads; count += 1)
      expect((await neighbour(count + 1).create(10)).status).toBe(201)
    const refused = await neighbour(99).create(10)
    expect(refused).toMatchObject({ status: 429, body: { code: 'ANONYMOUS_LIMIT_REACHED' } })
    expect(Number(refused.headers.get('retry-after'))).toBeLessThanOrEqual(86_400)
    const large = newVisitor()
    expect((await large.create(limit.bytes - 10)).status).toBe(201)
    expect((await large.create(11)).status).toBe(429)
    expect((await large.create(10)).status).toBe(201)
    const { rows } = await sql<{ caller: string }>`select caller from storage.anonymous_counts`.execute(database())
    expect(rows.filter(({ caller }) => /[.:]/.test(caller))).toEqual([])
  })

  test('have a total limit for all visitors together, even if they are announced at the same time', async () => {
    const size = limit.bytes - 1
    const visitors = Array.from({ length: 6 }, newVisitor)
    const statuses = (await Promise.all(visitors.map(async (visitor) => visitor.create(size)))).map(
      ({ status }) => status,
    )
    expect(statuses).toContain(507)
    const { rows } = await sql<{ bytes: number }>`
      select sum(size)::bigint as bytes from storage.uploads where owner_id is null`.execute(database())
    expect(rows[0]?.bytes).toBeLessThanOrEqual(limit.total)
  })
})
