import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { FastifyInstance } from 'fastify'
import type { Client } from 'graphql-ws'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { buildApp } from '../../gateway/app.ts'
import { readConfig } from '../../gateway/config.ts'
import { storePhoto } from '../services/archiveServices.ts'
import { OlderLibraries, drawPictures } from '../services/photos/activation/older.ts'
import { Customer, type PhotoServices, publicUrl, startPhotoServices } from '../services/storage/customer.ts'
import { ask, listenAt, relaxedLimits } from '../support/gateway.ts'
import { globalId } from '../support/globalIds.ts'
import { type Received, connect, listen } from '../support/socketClient.ts'
import { unzip } from '../support/unzip.ts'

const names = ['site', 'storage', 'photos', 'customers', 'downloads', 'exports', 'push'] as const
/** A long timeout, because long-running work takes even longer on a busy machine. */
const longTimeout = { timeout: 120_000 }
let running: PhotoServices
/** Two replicas of the gateway. */
let apps: FastifyInstance[]
let urls: string[]
const clients: Client[] = []

beforeAll(async () => {
  running = await startPhotoServices(undefined, { DEMO: 'true' }, names)
  const settings = {
    PUBLIC_URL: publicUrl,
    SERVICES_URL: running.services.url,
    IDENTITY_URL: running.services.config.urls.identity,
    LOG_LEVEL: 'silent',
    // The replicas share this secret, so that each can read the cursors of the other.
    CURSOR_SECRET: 'a secret of the tests',
    ...relaxedLimits,
  }
  apps = await Promise.all([buildApp(readConfig(settings)), buildApp(readConfig(settings))])
  urls = await Promise.all(apps.map((app) => listenAt(app)))
})
afterAll(async () => {
  await Promise.all(apps.map((app) => app.close()))
  await running.close()
})
afterEach(async () => {
  for (const client of clients.splice(0)) await client.dispose()
})

/** A customer with photos. */
class Owner extends Customer {
  async keep(fileName: string, text: string): Promise<string> {
    return (await storePhoto(running.services.platform, this.id, { fileName, bytes: Buffer.from(text) })).id
  }

  async ask(query: string, variables: Record<string, unknown> = {}) {
    const [app] = apps
    if (!app) throw new Error('There is no gateway.')
    const { data, errors } = await ask(app, query, { token: await this.token(), variables })
    expect(errors).toEqual([])
    return data
  }

  async listen(query: string, after: string | null = null, replica = 0): Promise<Received> {
    const client = connect(urls[replica] ?? '', await this.token())
    clients.push(client)
    const received = listen(client, { query: `subscription ($after: String) { ${query} }`, variables: { after } })
    if (after === null) await expect.poll(() => received.events.length, longTimeout).toBe(1)
    return received
  }

  /** Downloads a file from a URL returned by the gateway. */
  async file(address: string): Promise<ReadonlyMap<string, { readonly bytes: Buffer }>> {
    const response = await this.read(address)
    expect(response.status).toBe(200)
    return unzip(Buffer.from(await response.arrayBuffer()))
  }
}

function newOwner(): Owner {
  return new Owner(running.services.url, running.issuer)
}

/** The keys or statuses of the events, without those of progress events, whose number varies. */
function keysWithoutProgress(received: Received, field: string, key: 'key' | 'status'): unknown[] {
  return received.events
    .map((event) => event[field][key])
    .filter((value) => value !== null && value !== 'PROGRESS' && value !== 'IN_PROGRESS')
}

describe('with the real services', { timeout: 300_000 }, () => {
  test('an archive is created once, reported at every replica, and contains its photos', async () => {
    const owner = newOwner()
    const photoIds = [await owner.keep('one.jpg', 'first'), await owner.keep('two.jpg', 'second')]
    const query = 'archiveEvents(after: $after) { cursor key download { state progress size missingCount url } }'
    const received = await owner.listen(query)
    const input = { photoIds: photoIds.map((id) => globalId('Photo', id)), name: 'Texel', idempotencyKey: 'a-key' }
    const mutation = `mutation ($input: RequestDownloadInput!) { requestDownload(input: $input) {
      ... on RequestDownloadSuccess { download { id name photosCount } } ... on UserError { code } } }`
    const { download } = (await owner.ask(mutation, { input })).requestDownload
    expect(download).toMatchObject({ name: 'Texel', photosCount: 2 })
    expect((await owner.ask(mutation, { input })).requestDownload.download.id).toBe(download.id)
    await expect
      .poll(() => keysWithoutProgress(received, 'archiveEvents', 'key'), longTimeout)
      .toEqual(['STARTED', 'FINISHED'])
    const { url, ...facts } = received.events.at(-1).archiveEvents.download
    expect(facts).toEqual({ state: 'FINISHED', progress: 1, size: expect.any(Number), missingCount: 0 })
    const files = await owner.file(url)
    expect([...files].map(([name, { bytes }]) => [name, String(bytes)])).toEqual([
      ['one.jpg', 'first'],
      ['two.jpg', 'second'],
    ])
    const start = received.events[0].archiveEvents.cursor
    const later = await owner.listen(query, start, 1)
    await expect
      .poll(() => keysWithoutProgress(later, 'archiveEvents', 'key'), longTimeout)
      .toEqual(['STARTED', 'FINISHED'])
    const list = '{ viewer { downloads { edges { node { id state } } } } }'
    const edges = [{ node: { id: download.id, state: 'FINISHED' } }]
    expect((await owner.ask(list)).viewer.downloads).toEqual({ edges })
    const foreign = await newOwner().ask('query ($id: ID!) { node(id: $id) { id } }', { id: download.id })
    expect(foreign.node).toBeNull()
  })

  test('a participant of a shared album can download an archive with the owner’s photos; a stranger cannot', async () => {
    const [owner, guest] = [newOwner(), newOwner()]
    const photoIds = [await owner.keep('shared.jpg', 'shared')]
    const { albumId } = (await owner.call('POST', '/photos/albums', { body: { name: 'Shared' } })).body
    await owner.call('POST', `/photos/albums/${albumId}/photos`, { body: { photoIds } })
    const secret = (await readFile(join(running.services.dataDir, 'keys', 'operator'), 'utf8')).trim()
    const participants = [{ id: guest.id, email: 'guest@example.com' }]
    const headers = { 'x-operator-secret': secret }
    await owner.call('POST', '/photos/dev/shared-albums', { body: { albumId, participants }, headers })
    const mutation = `mutation ($input: RequestSharedAlbumDownloadInput!) { requestSharedAlbumDownload(input: $input) {
      ... on RequestDownloadSuccess { download { id } } ... on UserError { code } } }`
    const sharedAlbumId = globalId('SharedAlbum', albumId)
    const input = { sharedAlbumId, photoIds: photoIds.map((id) => globalId('Photo', id)) }
    const { download } = (await guest.ask(mutation, { input })).requestSharedAlbumDownload
    const node = 'query ($id: ID!) { node(id: $id) { ... on Download { state url } } }'
    const find = async () => (await guest.ask(node, { id: download.id })).node
    await expect.poll(async () => (await find()).state, longTimeout).toBe('FINISHED')
    expect([...(await guest.file((await find()).url)).keys()]).toEqual(['shared.jpg'])
    const refused = await newOwner().ask(mutation, { input })
    expect(refused.requestSharedAlbumDownload).toEqual({ code: 'NOT_FOUND' })
  })

  test('an export is created once, reported until it is ready, and contains every photo', async () => {
    const owner = newOwner()
    const mutation = `mutation { requestExport(input: { channel: "k" }) {
      ... on RequestExportSuccess { status export { id backupId } } ... on UserError { code } } }`
    expect((await owner.ask(mutation)).requestExport).toEqual({ code: 'NOTHING_TO_EXPORT' })
    await owner.keep('one.jpg', 'first')
    const received = await owner.listen(`exportEvents(after: $after) {
      cursor status export { status photosCount chunks { iteration size checksum url } } }`)
    const { export: made } = (await owner.ask(mutation)).requestExport
    expect((await owner.ask(mutation)).requestExport.export).toEqual(made)
    await expect.poll(() => keysWithoutProgress(received, 'exportEvents', 'status').at(-1), longTimeout).toBe('READY')
    const { chunks, ...facts } = received.events.at(-1).exportEvents.export
    expect(facts).toEqual({ status: 'READY', photosCount: 1 })
    expect(chunks).toMatchObject([{ iteration: 1, checksum: expect.stringMatching(/^[0-9a-f]{64}$/) }])
    const contents = [...(await owner.file(chunks[0].url)).values()].map(({ bytes }) => String(bytes))
    expect(contents).toContain('first')
    const viewer = `query ($id: String!) { viewer { export(backupId: $id) { id } latestExport { id } } }`
    const both = { export: { id: made.id }, latestExport: { id: made.id } }
    expect((await owner.ask(viewer, { id: made.backupId })).viewer).toEqual(both)
    const nothing = { export: null, latestExport: null }
    expect((await newOwner().ask(viewer, { id: made.backupId })).viewer).toEqual(nothing)
  })

  test('an older library is imported, reported until it is complete, and fully counted', async () => {
    const owner = newOwner()
    const [one, two] = await drawPictures(2)
    if (!one || !two) throw new Error('There are no pictures.')
    const files = { 'files/1.jpg': one, 'files/2.jpg': two, 'files/again.jpg': one, 'files/notes.txt': 'Milk.' }
    const index = {
      albums: [{ name: 'Summer', created: '2014-08-01T10:00:00Z', files: ['files/1.jpg', 'files/notes.txt'] }],
    }
    await OlderLibraries.of(running.services).put(owner.id, { files, index })
    const counts = 'foundCount importedCount existingCount failedCount'
    const library = `{ viewer { library { id activation { status import { id state progress ${counts}
      albums { edges { node { name ${counts} albumId } } } failures { edges { node { fileName albumName reason } } }
    } } } } }`
    const read = async () => (await owner.ask(library)).viewer.library
    const { id: libraryId, activation } = await read()
    expect(activation).toEqual({ status: 'NOT_ACTIVE', import: null })
    const received = await owner.listen('importEvents(after: $after) { cursor key activation { status } }')
    const mutation = `mutation ($input: StartImportInput!) { startImport(input: $input) {
      ... on StartImportSuccess { library { activation { status } } } ... on UserError { code } } }`
    const started = await owner.ask(mutation, { input: { libraryId } })
    expect(started.startImport.library.activation.status).toMatch(/^(IMPORTING|ACTIVE)$/)
    await expect
      .poll(() => keysWithoutProgress(received, 'importEvents', 'key'), longTimeout)
      .toEqual(['STARTED', 'FINISHED'])
    expect(received.events.at(-1).importEvents.activation).toEqual({ status: 'ACTIVE' })
    const { status, import: run } = (await read()).activation
    expect([status, run]).toMatchObject(['ACTIVE', { state: 'FINISHED', progress: 1, foundCount: 4 }])
    expect(run.foundCount).toBe(run.importedCount + run.existingCount + run.failedCount)
    const failed = { fileName: 'notes.txt', albumName: 'Summer', reason: 'UNSUPPORTED_TYPE' }
    expect(run.failures.edges).toEqual([{ node: failed }])
    const [{ node: summer }] = run.albums.edges
    expect(summer).toMatchObject({ name: 'Summer', foundCount: 2, failedCount: 1 })
    // Of two identical pictures, the one that is processed first is imported. The other one counts as existing.
    expect(summer.importedCount + summer.existingCount).toBe(1)
    const node = 'query ($id: ID!) { node(id: $id) { ... on LibraryImport { failedCount } } }'
    expect((await owner.ask(node, { id: run.id })).node).toEqual({ failedCount: 1 })
    expect((await newOwner().ask(node, { id: run.id })).node).toBeNull()
  })

  test('photos are kept for 18 months from registration', async () => {
    const storage = 'status isEstimate monthsRemaining projectCount lastOrderDate'
    const { viewer } = await newOwner().ask(`{ viewer { library { storage { ${storage} } } } }`)
    expect(viewer.library.storage).toEqual({
      status: 'SAFE',
      isEstimate: false,
      monthsRemaining: 18,
      projectCount: 0,
      lastOrderDate: null,
    })
  })
})
