import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { buildArchive, buildBackup } from '../../support/longWork.ts'
import { buildPhoto } from '../../support/photoLibrary.ts'
import { setUpPlainGateway } from '../../support/plainSetup.ts'
import { type Received, connect, listen } from '../../support/socketClient.ts'
import { anna } from '../../support/tokens.ts'

/*
 * Tests archives, exports, imports, the storage status and live events. The services answer only the calls of the
 * specification.
 */

const setup = setUpPlainGateway()
const disposals: (() => unknown)[] = []
const work = () => setup.upstreams.work(anna)

beforeEach(() => {
  setup.upstreams.clearWork()
  setup.upstreams.albums.albums = []
  setup.upstreams.library(anna).photos = [1, 2, 3].map((number) => buildPhoto(number, `2024-04-0${number}T10:00:00`))
})
afterEach(() => Promise.all(disposals.splice(0).map((dispose) => dispose())))

function subscribe(query: string): Received {
  const client = connect(setup.url, setup.token)
  disposals.push(() => client.dispose())
  return listen(client, { query: `subscription { ${query} }` })
}

describe('an archive', () => {
  test('is requested, reported when it is finished, and downloaded', async () => {
    const received = subscribe('archiveEvents { key downloadId download { id state } }')
    await expect.poll(() => setup.upstreams.archiveEvents.open.size).toBe(1)
    const query = `mutation ($ids: [ID!]!) { requestDownload(input: { photoIds: $ids, idempotencyKey: "k" }) {
      ... on RequestDownloadSuccess { download { id downloadId state photosCount } } } }`
    const requested = await setup.read(query, { ids: [setup.photo(1), setup.photo(3)] })
    const { id, downloadId, ...rest } = requested.data.requestDownload.download
    expect(rest).toEqual({ state: 'STARTED', photosCount: 2 })
    expect(requested.calls).toEqual(['POST /downloads/downloads'])
    const own = setup.plain.ids.own(downloadId)
    work().archives = [buildArchive(7, { id: own })]
    setup.upstreams.archiveEvents.append(anna, [{ key: 'finished', job: own }])
    await expect
      .poll(() => received.events.find(isFinished)?.archiveEvents)
      .toEqual({
        key: 'FINISHED',
        downloadId,
        download: { id, state: 'FINISHED' },
      })
    const { data, calls } = await setup.read('query ($id: ID!) { node(id: $id) { ... on Download { url } } }', { id })
    expect(data.node).toEqual({ url: `https://files.test/${own}.zip` })
    expect(calls).toEqual(['GET /downloads/downloads', `GET /downloads/downloads/${own}/url`])
  })

  test('is in the list, with one call', async () => {
    work().archives = [buildArchive(2), buildArchive(1)]
    const { data, calls } = await setup.read('{ viewer { downloads { edges { node { id name } } } } }')
    expect(data.viewer.downloads.edges).toEqual(
      [2, 1].map((number) => {
        const { id, name } = buildArchive(number)
        return { node: { id: setup.globalId('Download', id), name } }
      }),
    )
    expect(calls).toEqual(['GET /downloads/downloads'])
  })
})

describe('an export', () => {
  test('is requested, found again, and downloaded', async () => {
    const request =
      'mutation { requestExport(input: { channel: "k" }) { ... on RequestExportSuccess { status export { id } } } }'
    const { requestExport } = (await setup.read(request)).data
    expect(requestExport.status).toBe('REQUESTED')
    const [backup] = work().backups
    expect(requestExport.export.id).toBe(setup.globalId('Export', backup?.backupId ?? ''))
    work().backups = [{ ...buildBackup(1), backupId: backup?.backupId ?? '' }]
    const latest = await setup.read('{ viewer { latestExport { id status chunks { iteration url } } } }')
    const files = [1, 2].map((iteration) => `GET /exports/backups/${backup?.backupId}/chunks/${iteration}/url`)
    expect(latest.data.viewer.latestExport).toMatchObject({ id: requestExport.export.id, status: 'READY' })
    expect(latest.calls).toEqual([`GET /exports/backups/${backup?.backupId}`, ...files])
    const node = 'query ($id: ID!) { node(id: $id) { ... on Export { status } } }'
    expect((await setup.read(node, { id: requestExport.export.id })).data.node).toEqual({ status: 'READY' })
  })
})

test('an export that ends before a client subscribes is reported by the first event', async () => {
  const request = 'mutation { requestExport(input: { channel: "k" }) { __typename } }'
  expect((await setup.read(request)).data.requestExport).toEqual({ __typename: 'RequestExportSuccess' })
  const { backupId = '' } = work().backups[0] ?? {}
  work().backups = [{ ...buildBackup(1), backupId }]
  const received = subscribe('exportEvents { status }')
  const statuses = () => received.events.map(({ exportEvents }) => exportEvents.status)
  await expect.poll(statuses).toEqual([null, 'READY'])
})

describe('the state of the library', () => {
  test('takes one call for storage and one for activation', async () => {
    work().activation = { status: 'NOT_ACTIVE' }
    const { data, calls } = await setup.read(
      '{ viewer { library { activation { status import { id } } storage { isEstimate daysRemaining } } } }',
    )
    expect(data.viewer.library.activation).toEqual({ status: 'NOT_ACTIVE', import: null })
    expect(data.viewer.library.storage.isEstimate).toBe(false)
    expect(calls.toSorted()).toEqual(['GET /customers/accounts/getaccountinformation', 'GET /photos/users/activate'])
  })

  test('is IMPORTING after an import has started, and an event reports this', async () => {
    work().activation = { status: 'NOT_ACTIVE' }
    const received = subscribe('importEvents { key activation { status } }')
    await expect.poll(() => setup.upstreams.importEvents.open.size).toBe(1)
    const libraryId = Buffer.from(`PhotoLibrary:${anna}`).toString('base64url')
    const start = `mutation ($id: ID!) { startImport(input: { libraryId: $id }) { __typename } }`
    expect((await setup.read(start, { id: libraryId })).data.startImport).toEqual({ __typename: 'StartImportSuccess' })
    setup.upstreams.importEvents.append(anna, [{ key: 'started' }])
    await expect
      .poll(() => received.events.map(({ importEvents }) => importEvents))
      .toContainEqual({ key: 'STARTED', activation: { status: 'IMPORTING' } })
  })
})

describe('the events of a library', () => {
  test('come from polling the counts of its photos and albums', async () => {
    const received = subscribe(
      `libraryEvents { cursor addedPhotoIds removedPhotoIds changedMonths { year month } isTruncated }`,
    )
    await expect.poll(() => received.events.length).toBe(1)
    const [first] = received.events
    expect(first.libraryEvents).toMatchObject({ addedPhotoIds: [], changedMonths: [], isTruncated: false })
    // Wait for the first counts, because only later changes become events.
    await expect
      .poll(() => setup.plain.calls)
      .toEqual(expect.arrayContaining(['GET /photos/users/timeline', 'GET /photos/users']))
    const library = setup.upstreams.library(anna)
    library.photos = [...library.photos, buildPhoto(9, '2023-12-24T10:00:00'), buildPhoto(8)]
    await expect
      .poll(() => changedMonths(received))
      .toEqual([
        { year: null, month: null },
        { year: 2023, month: 12 },
      ])
    expect(received.events.at(-1).libraryEvents).toMatchObject({ isTruncated: true, removedPhotoIds: [] })
    library.photos = library.photos.filter(({ dateTaken }) => dateTaken?.startsWith('2023'))
    await expect.poll(() => changedMonths(received).length).toBe(4)
  })
})

function changedMonths({ events }: Received): { year: number | null; month: number | null }[] {
  return events
    .flatMap(({ libraryEvents }) => libraryEvents.changedMonths)
    .toSorted((one, other) => Number(one.year) - Number(other.year))
}

function isFinished({ archiveEvents }: { archiveEvents: { key: string } }): boolean {
  return archiveEvents.key === 'FINISHED'
}
