import { once } from 'node:events'
import { readdir } from 'node:fs/promises'
import type { Socket } from 'node:net'
import { join } from 'node:path'
import { sql } from 'kysely'
import { afterEach, describe, expect, test, vi } from 'vitest'
import type { Blobs } from '../../../services/platform/blobs/blobs.ts'
import { databaseKinds } from '../../support/database.ts'
import { makeJpeg } from '../../support/pictures.ts'
import { until } from '../storage/customer.ts'
import { sendPart } from '../storage/partialUpload.ts'
import type { AccountOwner } from './accountOwner.ts'
import { DeletionServices } from './deletionServices.ts'
import { filesWith, tablesWith } from './traces.ts'

const resumable = { 'tus-resumable': '1.0.0' }

afterEach(() => vi.restoreAllMocks())

/** A call that waits until the test calls `release`. */
interface HeldCall {
  /** Resolves when the call has begun. */
  readonly begun: Promise<void>
  readonly release: () => void
}

/** Work that a job does for a customer. */
interface JobWork {
  readonly what: string
  /** The service whose job runs. */
  readonly service: string
  /** Where the job is held: in the middle of its work. */
  readonly hold: (blobs: Blobs, owner: AccountOwner) => HeldCall
  /** Starts the work; returns the path of its status. */
  readonly start: (owner: AccountOwner) => Promise<string>
}

describe.each(databaseKinds)('a deletion that begins while something runs, on %s', (kind) => {
  const services = new DeletionServices(kind, {}, [
    'identity',
    'site',
    'storage',
    'photos',
    'customers',
    'downloads',
    'exports',
  ])

  /** Starts an upload. Its first piece has arrived, and its second piece is arriving. */
  async function startUpload({ customer, word }: AccountOwner) {
    // The upload consists of the word, because the test later searches the files of the installation for this word.
    const bytes = Buffer.from(`${word} `.repeat(5_000))
    const location = (await customer.create(bytes.length, `${word}.jpg`)).headers.get('location') ?? ''
    expect((await customer.append(location, 0, bytes.subarray(0, 20_000))).status).toBe(204)
    const rest = bytes.subarray(20_000)
    const socket = await sendPart(services.url, customer, location, rest, 10_000, 20_000)
    let answer = ''
    socket.on('data', (data) => (answer += data.toString()))
    await until(async () => ((await writersOf(location)) === 1 ? true : null), 'the second piece to arrive')
    return { location, socket, closed: once(socket, 'close'), left: rest.subarray(10_000), answer: () => answer }
  }

  async function writersOf(location: string): Promise<number> {
    const { rows } = await sql`
      select from storage.uploads where id = ${idOf(location)} and writer is not null`.execute(services.database)
    return rows.length
  }

  async function untilForgotten(location: string): Promise<void> {
    await until(async () => {
      const { rows } = await sql`select from storage.uploads where id = ${idOf(location)}`.execute(services.database)
      return rows.length === 0 ? true : null
    }, 'the upload to be deleted')
  }

  const gone = [404, 'UPLOAD_NOT_FOUND']

  async function expectNothingLeft(owner: AccountOwner): Promise<void> {
    await services.untilErased(owner)
    const texts = [owner.id, owner.email, owner.word]
    await until(
      async () => ((await tablesWith(services.platform, texts)).length === 0 ? true : null),
      `no table to have traces, but found ${(await tablesWith(services.platform, texts)).join(', ')}`,
    )
    expect(await filesWith(services.dataDir, texts)).toEqual([])
    expect(services.log.filter((line) => /"level":[56]0/.test(line) || line.includes(owner.word))).toEqual([])
  }

  test('ends an upload that is being received: its connection is closed, and it does not exist any more', async () => {
    const owner = await services.register()
    const { location, closed, answer } = await startUpload(owner)
    await owner.deleteAccount()
    await services.untilErased(owner)
    await closed
    expect(answer()).toBe('')
    expect(await statusesOf(owner, location)).toEqual([gone, gone, gone])
    await expectNothingLeft(owner)
    expect(await readdir(join(services.dataDir, 'uploads'))).toEqual([])
  })

  test('ends an upload whose last bytes arrive after the erasure', async () => {
    const owner = await services.register()
    const { location, socket, left, closed, answer } = await startUpload(owner)
    await owner.deleteAccount()
    await untilForgotten(location)
    await finish(socket, left)
    await Promise.race([closed, until(async () => (answer().includes('UPLOAD_NOT_FOUND') ? true : null), 'an answer')])
    // The renewal of the lease may have closed the connection before the answer.
    expect(answer()).toMatch(/^(?:$|HTTP\/1.1 404 )/)
    socket.destroy()
    expect(await statusesOf(owner, location)).toEqual([gone, gone, gone])
    await expectNothingLeft(owner)
    expect(await readdir(join(services.dataDir, 'uploads'))).toEqual([])
  })

  test('ends an upload that is being stored as an original', async () => {
    const owner = await services.register()
    const bytes = await makeJpeg({ seed: 3 })
    const location = (await owner.customer.create(bytes.length, `${owner.word}.jpg`)).headers.get('location') ?? ''
    const { begun, release } = holdCall(services.platform.blobs, 'put', (key) => key.includes(owner.id))
    const answer = owner.customer.append(location, 0, bytes)
    await begun
    await owner.deleteAccount()
    await services.untilErased(owner)
    release()
    expect(await answer).toMatchObject({ status: 404, body: { code: 'UPLOAD_NOT_FOUND' } })
    await expectNothingLeft(owner)
  })

  test.each<JobWork>([
    {
      what: 'the renditions of a photo are made',
      service: 'storage',
      hold: (blobs, { id }) => holdCall(blobs, 'put', (key) => key.includes(id) && !key.endsWith('/original')),
      start: async ({ customer, word }) => {
        const { body } = await customer.upload(await makeJpeg({ seed: 4 }), `${word}.jpg`)
        return `/storage/uploads/${body.uploadId}`
      },
    },
    {
      what: 'an archive is written',
      service: 'downloads',
      hold: (blobs, { id }) => holdCall(blobs, 'chunks', (key) => key.includes(id)),
      start: async ({ customer, word }) => {
        const photos = await uploadPhotos({ customer, word })
        const { body } = await customer.call('POST', '/downloads/downloads', { body: { photos, name: word } })
        return `/downloads/downloads/${body.id}`
      },
    },
    {
      what: 'an export is written',
      service: 'exports',
      hold: (blobs, { id }) => holdCall(blobs, 'chunks', (key) => key.includes(id)),
      start: async ({ customer, word }) => {
        await uploadPhotos({ customer, word })
        const { body } = await customer.call('POST', '/exports/backups', { body: { channelId: 'k' } })
        return `/exports/backups/${body.backupId}`
      },
    },
  ])('waits until the job has ended if $what, and leaves nothing of its result', async ({ service, hold, start }) => {
    const owner = await services.register()
    const { begun, release } = hold(services.platform.blobs, owner)
    const path = await start(owner)
    await begun
    expect((await owner.customer.call('GET', path)).status).toBe(200)
    await owner.deleteAccount()
    await until(async () => {
      const { rows } = await sql`
        select from jobs.job where name = ${`${service}.erase-account`} and retry_count > 0
          and position(${owner.id} in data::text) > 0`.execute(services.database)
      return rows.length > 0 ? true : null
    }, 'the service to have tried to erase the account')
    const { rows } = await sql`
      select from identity.erasures where account_id = ${owner.id} and service = ${service}`.execute(services.database)
    expect(rows).toEqual([])
    expect((await owner.customer.call('GET', path)).status).toBe(404)
    release()
    await expectNothingLeft(owner)
  })
})

/** The answers to a client that resumes the upload, asks for its outcome, or cancels it. */
async function statusesOf({ customer }: AccountOwner, location: string): Promise<readonly unknown[]> {
  const answers = [
    await customer.append(location, 20_000, Buffer.from('more')),
    await customer.call('GET', location.replace('/files/', '/uploads/')),
    await customer.call('DELETE', location, { headers: resumable }),
  ]
  expect((await customer.call('HEAD', location, { headers: resumable })).status).toBe(404)
  return answers.map(({ status, body }) => [status, body.code])
}

function idOf(location: string): string {
  return location.split('/').at(-1) ?? ''
}

async function finish(socket: Socket, bytes: Uint8Array): Promise<void> {
  await new Promise<void>((resolve) => socket.write(bytes, () => resolve()))
}

async function uploadPhotos({ customer, word }: Pick<AccountOwner, 'customer' | 'word'>): Promise<readonly string[]> {
  for (const seed of [1, 2]) await customer.upload(await makeJpeg({ seed }), `${word}-${seed}.jpg`)
  return (await customer.photosOf(2)).map(({ imageId }) => imageId)
}

/** Holds the calls of a method of the blob store for some keys. */
function holdCall(blobs: Blobs, method: 'put' | 'chunks', isHeld: (key: string) => boolean): HeldCall {
  const [begun, held] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
  const wait = async (key: string) => {
    if (!isHeld(key)) return
    begun.resolve()
    await held.promise
  }
  const { put, chunks } = { put: blobs.put.bind(blobs), chunks: blobs.chunks.bind(blobs) }
  if (method === 'put') {
    vi.spyOn(blobs, 'put').mockImplementation(async (key, ...rest) => {
      await wait(key)
      return put(key, ...rest)
    })
  } else {
    vi.spyOn(blobs, 'chunks').mockImplementation(async (key) => {
      await wait(key)
      return chunks(key)
    })
  }
  return { begun: begun.promise, release: held.resolve }
}
