import { createHash, randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { readdir } from 'node:fs/promises'
import { join } from 'node:path'
import type { Kysely } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { StorageTables } from '../../../services/storage/tables.ts'
import { createKillableServices, type KillableServices } from '../../support/killableServices.ts'
import { makeJpeg } from '../../support/pictures.ts'
import { type Answer, Customer, type PhotoServices, publicUrl, startPhotoServices } from './customer.ts'
import { sendPart } from './partialUpload.ts'

const races = 100
/** Races at the same time. */
const concurrency = 10
/** In every third race, the second writer takes over while the first writer is in the middle of its bytes. */
const takeOverEvery = 3
/** The number of bytes in which the files of two writers differ. */
const ownBytes = 40_000
const middle = 25_000
const resumable = { 'tus-resumable': '1.0.0' }

describe('an upload that two writers race for at two replicas', () => {
  let first: KillableServices
  let second: PhotoServices
  let database: Kysely<StorageTables>
  let picture: Buffer
  /** How often the second writer got the upload in the middle of the first writer's bytes. */
  let takeOvers = 0
  /** The same customer, as a client of the first and of the second replica. */
  let here: Customer
  let there: Customer

  beforeAll(async () => {
    const unlimited = { ACCOUNT_UPLOAD_BURST: '1000000', ADDRESS_UPLOAD_BURST: '1000000' }
    first = await createKillableServices('a PostgreSQL server', publicUrl, 'storage,photos', unlimited)
    await first.start()
    second = await startPhotoServices(first.installation, { IDENTITY_URL: first.identityUrl, ...unlimited })
    database = second.services.platform.database<StorageTables>('storage')
    here = new Customer(first.url, first.issuer)
    there = new Customer(second.services.url, first.issuer, here.id)
    picture = await makeJpeg({ seed: 1, width: 64, height: 48 })
  })
  afterAll(async () => {
    await second.close()
    await first.remove()
  })

  /** A JPEG file of the same length for each writer, with a comment of random bytes. */
  function fileOfWriter(): Buffer {
    const comment = Buffer.from([0xff, 0xfe, (ownBytes + 2) >> 8, (ownBytes + 2) & 0xff])
    return Buffer.concat([picture.subarray(0, 2), comment, randomBytes(ownBytes), picture.subarray(2)])
  }

  /**
   * An upload, and the files that may be stored: several files if the customer cannot know which bytes arrived first.
   */
  interface Race {
    readonly location: string
    readonly allowed: readonly Buffer[]
  }

  /**
   * Lets the second writer continue at the offset that the second replica names.
   * @param known called once the offset is known, before the bytes are sent
   * @returns the possible stored files: one for each of `writers`, who may have sent the bytes before the offset
   */
  async function continueThere(
    location: string,
    ours: Buffer,
    writers: readonly Buffer[],
    known: () => void = () => undefined,
  ): Promise<Buffer[]> {
    const { headers } = await there.call('HEAD', location, { headers: resumable })
    const offset = Number(headers.get('upload-offset'))
    known()
    const { status, body } = await there.append(location, offset, ours.subarray(offset))
    // The first writer had sent all bytes before the second writer got the upload, even if no answer said so.
    if (body.code === 'UPLOAD_FINISHED') return [...writers]
    expect([status, body]).toEqual([204, ''])
    return writers.map((their) => Buffer.concat([their.subarray(0, offset), ours.subarray(offset)]))
  }

  /** Lets both writers send the whole file at the same time, the second writer to the second replica. */
  async function race(location: string, [a, b]: readonly [Buffer, Buffer]): Promise<Race> {
    const answers = await Promise.all([sendAll(here, location, a), sendAll(there, location, b)])
    const acknowledged = [a, b].filter((_, index) => answers[index] === 204)
    expect(acknowledged.length, `answers ${answers.join(' and ')}`).toBeLessThanOrEqual(1)
    const allowed = acknowledged.length === 1 ? acknowledged : await continueThere(location, b, [a, b])
    return { location, allowed }
  }

  /**
   * The first writer has sent a part when the second writer asks for the offset. The first writer sends the rest at
   * that moment, or, if `isLate`, when the second writer sends its bytes.
   */
  async function takeOver(location: string, [a, b]: readonly [Buffer, Buffer], isLate: boolean): Promise<Race> {
    const socket = await sendPart(first.url, here, location, a, middle)
    const closed = once(socket, 'close')
    let answer = ''
    socket.on('data', (data) => (answer += data.toString()))
    const sendRest = () => void socket.write(a.subarray(middle))
    const continued = continueThere(location, b, [a], isLate ? sendRest : undefined)
    if (!isLate) sendRest()
    const mixed = await continued
    // An acknowledgement of the first writer may still be on its way.
    socket.end()
    await closed
    const allowed = answer.includes(' 204 ') ? [a] : mixed
    if (!allowed.some((bytes) => bytes.equals(a))) takeOvers += 1
    return { location, allowed }
  }

  async function run(index: number): Promise<Race> {
    const files = [fileOfWriter(), fileOfWriter()] as const
    const location = (await here.create(files[0].length)).headers.get('location') ?? ''
    return index % takeOverEvery === 0
      ? takeOver(location, files, index % (2 * takeOverEvery) === 0)
      : race(location, files)
  }

  /**
   * Expects that both replicas name the same original, and that its content is an allowed file. Returns its id.
   */
  async function expectKept({ location, allowed }: Race): Promise<string> {
    const uploadId = location.split('/').at(-1) ?? ''
    const [outcome, other] = await Promise.all([here.settled(uploadId), there.settled(uploadId)])
    expect(outcome).toEqual(other)
    const { body } = await there.call('POST', '/photos/photos/lookup', { body: { photoIds: [outcome.imageId] } })
    const [photo] = body.images
    const stored = Buffer.from(await (await here.read(photo.untouchedUrl)).arrayBuffer())
    const { checksum } = await database
      .selectFrom('originals')
      .select('checksum')
      .where('image_id', '=', outcome.imageId)
      .executeTakeFirstOrThrow()
    expect(checksum).toBe(createHash('sha256').update(stored).digest('hex'))
    expect(allowed.some((bytes) => bytes.equals(stored))).toBe(true)
    return outcome.imageId
  }

  test('becomes one photo with the acknowledged bytes, in each of 100 races', async () => {
    const kept: string[] = []
    let next = 0
    const racer = async () => {
      while (next < races) {
        next += 1
        kept.push(await expectKept(await run(next)))
      }
    }
    await Promise.all(Array.from({ length: concurrency }, racer))
    expect(takeOvers).toBeGreaterThan(0)
    const photos = await there.photosOf(races)
    expect(photos.map(({ imageId }) => imageId).toSorted()).toEqual(kept.toSorted())
    const originals = await database
      .selectFrom('originals')
      .select('image_id')
      .where('owner_id', '=', here.id)
      .execute()
    expect(originals).toHaveLength(races)
    // Nothing is left of the writers that lost.
    expect(await readdir(join(first.installation.dataDir, 'uploads'))).toEqual([])
  })
})

/** @returns the status; 0 if the replica closed the connection, because the other writer took the upload */
async function sendAll(customer: Customer, location: string, bytes: Buffer): Promise<Answer['status']> {
  return customer.append(location, 0, bytes).then(
    ({ status }) => status,
    () => 0,
  )
}
