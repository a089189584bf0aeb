import { setTimeout as sleep } from 'node:timers/promises'
import { beforeEach, describe, expect, test } from 'vitest'
import { ask } from '../../support/gateway.ts'
import { setUpGateway } from '../../support/gatewaySetup.ts'
import { globalId } from '../../support/globalIds.ts'
import { buildBackup } from '../../support/longWork.ts'
import { buildPhoto } from '../../support/photoLibrary.ts'
import { type Received, connect, listen } from '../../support/socketClient.ts'
import { anna, bram } from '../../support/tokens.ts'

const gateway = setUpGateway()
const { backupId } = buildBackup(1)
const fields = `id backupId status progress photosCount missingCount created updated expires
  chunks { id iteration size checksum fileName }`

beforeEach(() => {
  gateway.upstreams.clearWork()
  gateway.upstreams.library(anna).photos = [buildPhoto(1)]
})

function read(selection: string, id = backupId) {
  return gateway.ask(`query ($id: String!) { viewer { export(backupId: $id) { ${selection} } } }`, { id })
}

function request(channel?: string) {
  return gateway.ask(
    `mutation ($input: RequestExportInput!) { requestExport(input: $input) {
      __typename ... on RequestExportSuccess { status export { backupId status progress } } ... on UserError { code message }
    } }`,
    { input: channel === undefined ? {} : { channel } },
  )
}

describe('an export', () => {
  test('is returned with its files in order, with one call in total, not one per file', async () => {
    gateway.upstreams.work(anna).backups = [buildBackup(1, { missingCount: 2 })]
    const { data, errors } = await read(fields)
    expect(errors).toEqual([])
    expect(data.viewer.export).toEqual({
      id: globalId('Export', backupId),
      backupId,
      status: 'READY',
      progress: 1,
      photosCount: 12,
      missingCount: 2,
      created: '2026-03-01T09:00:00.000Z',
      updated: '2026-03-01T10:00:00.000Z',
      expires: '2026-03-08T10:00:00.000Z',
      chunks: [
        {
          id: globalId('ExportChunk', `${backupId}:1`),
          iteration: 1,
          size: 2_000_000_000,
          checksum: 'a1',
          fileName: 'photos-2026-03-01-1.zip',
        },
        {
          id: globalId('ExportChunk', `${backupId}:2`),
          iteration: 2,
          size: 1_500,
          checksum: 'b2',
          // A retailer's own service sends no file name.
          fileName: null,
        },
      ],
    })
    expect(gateway.upstreams.pathsOf('exports')).toEqual([`/backups/${backupId}`])
  })

  test('fetches the URL of a file with a call for that file only, and returns null when the file is gone', async () => {
    gateway.upstreams.work(anna).backups = [buildBackup(1)]
    const id = globalId('ExportChunk', `${backupId}:2`)
    const query = 'query ($id: ID!) { node(id: $id) { ... on ExportChunk { iteration url } } }'
    const url = `https://files.test/${backupId}/2.zip`
    expect((await gateway.ask(query, { id })).data.node).toEqual({ iteration: 2, url })
    expect(gateway.upstreams.pathsOf('exports')).toEqual([`/backups/${backupId}`, `/backups/${backupId}/chunks/2/url`])
    gateway.upstreams.fail(`/exports/backups/${backupId}/chunks`, { kind: 'status', status: 404 })
    expect((await gateway.ask(query, { id })).data.node).toEqual({ iteration: 2, url: null })
  })

  test.each(['REQUESTED', 'IN_PROGRESS', 'FAILED'] as const)(
    'has no files in the status %s, even when the service sends nothing but the status',
    async (status) => {
      gateway.upstreams.fail('/exports', { kind: 'body', text: JSON.stringify({ status }) })
      const { data, errors } = await read('backupId status progress photosCount expires chunks { iteration }')
      expect(errors).toEqual([])
      const nothing = { progress: 0, photosCount: null, expires: null, chunks: [] }
      expect(data.viewer.export).toEqual({ backupId, status, ...nothing })
    },
  )

  test('is null when it does not exist, has expired, belongs to another customer, or its id is invalid', async () => {
    gateway.upstreams.work(bram).backups = [buildBackup(1)]
    for (const id of [backupId, buildBackup(2).backupId, '../users', '']) {
      const { data, errors } = await read('status', id)
      expect([id, data.viewer.export, errors]).toEqual([id, null, []])
    }
    gateway.upstreams.fail('/exports', { kind: 'status', status: 410 })
    expect((await read('status')).data.viewer.export).toBeNull()
  })

  test.each([
    ['a page of HTML', '<!doctype html>'],
    ['another status', '{"status":"DONE"}'],
    ['READY without its files', JSON.stringify({ ...buildBackup(1), chunks: undefined })],
    ['READY with no file', JSON.stringify(buildBackup(1, { chunks: [] }))],
    ['a file of no bytes', JSON.stringify(buildBackup(1, { chunks: [{ iteration: 1, size: 0 }] }))],
  ])('that is invalid fails with an error, and nothing of it is returned: %s', async (_what, text) => {
    gateway.upstreams.fail('/exports', { kind: 'body', text })
    const { data, errors } = await read('status')
    expect(data.viewer.export).toBeNull()
    const extensions = { code: 'UPSTREAM_INVALID_RESPONSE' }
    expect(errors).toMatchObject([{ message: 'Unable to parse response!', extensions }])
  })

  test('is returned as latestExport with one call; without exports or without a list, latestExport is null', async () => {
    gateway.upstreams.work(anna).backups = [buildBackup(2, { status: 'IN_PROGRESS', progress: 0.5 }), buildBackup(1)]
    const latest = () => gateway.ask('{ viewer { latestExport { backupId status progress } } }')
    const expected = { backupId: buildBackup(2).backupId, status: 'IN_PROGRESS', progress: 0.5 }
    expect((await latest()).data.viewer.latestExport).toEqual(expected)
    expect(gateway.upstreams.pathsOf('exports')).toEqual(['/backups?limit=1'])
    gateway.upstreams.work(anna).backups = []
    expect((await latest()).data.viewer.latestExport).toBeNull()
    for (const status of [404, 405]) {
      gateway.upstreams.heal()
      gateway.upstreams.fail('/exports/backups', { kind: 'status', status })
      const { data, errors } = await latest()
      expect([data.viewer.latestExport, errors]).toEqual([null, []])
    }
  })
})

describe('requestExport', () => {
  test('requests an export, and returns the same one when repeated', async () => {
    const { data } = await request('k')
    const [made] = gateway.upstreams.work(anna).backups
    expect(data.requestExport).toEqual({
      __typename: 'RequestExportSuccess',
      status: 'REQUESTED',
      export: { backupId: made?.backupId, status: 'REQUESTED', progress: 0 },
    })
    expect(gateway.upstreams.calls.map(({ method, path, body }) => [method, path, body])).toEqual([
      ['POST', '/exports/backups', { channelId: 'k' }],
    ])
    expect((await request('k')).data).toEqual(data)
    expect(gateway.upstreams.work(anna).backups).toHaveLength(1)
  })

  test.each([undefined, ''])('requests nothing without a channel, and succeeds', async (channel) => {
    const { data, errors } = await request(channel)
    const nothing = { __typename: 'RequestExportSuccess', status: null, export: null }
    expect([data.requestExport, errors, gateway.upstreams.calls]).toEqual([nothing, [], []])
  })

  test('returns NOTHING_TO_EXPORT for an empty library', async () => {
    gateway.upstreams.library(anna).photos = []
    const { data } = await request('k')
    expect(data.requestExport).toMatchObject({ __typename: 'NothingToExport', code: 'NOTHING_TO_EXPORT' })
  })

  test('accepts a service that responds with the status only', async () => {
    gateway.upstreams.fail('/exports', { kind: 'body', text: '{"status":"REQUESTED"}' })
    const { data } = await request('k')
    expect(data.requestExport).toEqual({ __typename: 'RequestExportSuccess', status: 'REQUESTED', export: null })
  })

  test('returns the specified message when the service responds with FAILED', async () => {
    gateway.upstreams.fail('/exports', { kind: 'body', text: '{"status":"FAILED"}' })
    const { data } = await request('k')
    const message = 'Unable to generate backup request!'
    expect(data.requestExport).toEqual({ __typename: 'ExportFailed', code: 'FAILED', message })
  })

  test('is not retried when its response is lost, and returns the export that is being created', async () => {
    gateway.upstreams.work(anna).backups = [buildBackup(3, { status: 'REQUESTED', progress: 0 })]
    gateway.upstreams.fail('/exports', { kind: 'reset' }, 1)
    const { data } = await request('k')
    expect(data.requestExport.export).toMatchObject({ backupId: buildBackup(3).backupId })
    expect(gateway.upstreams.calls.filter(({ method }) => method === 'POST')).toHaveLength(1)

    gateway.upstreams.work(anna).backups = [buildBackup(2)]
    gateway.upstreams.fail('/exports', { kind: 'reset' }, 1)
    const { errors } = await request('k')
    expect(errors).toMatchObject([{ extensions: { code: 'UPSTREAM_UNAVAILABLE' } }])
  })

  test('times out when there is no response', async () => {
    const app = await gateway.startWithShortTimeouts()
    gateway.upstreams.fail('/exports', { kind: 'hang' })
    const query = 'mutation { requestExport(input: { channel: "k" }) { __typename } }'
    const { errors } = await ask(app, query, { token: gateway.token })
    expect(errors).toMatchObject([{ extensions: { code: 'UPSTREAM_TIMEOUT' } }])
  })
})

describe('exportEvents of a service with neither a socket nor a list', () => {
  test.each([404, 426])(
    'come from polling the requested export until it has ended, when the socket is refused with %i',
    async (status) => {
      gateway.upstreams.fail('/exports/events', { kind: 'status', status })
      gateway.upstreams.fail('/exports/backups?', { kind: 'status', status: 404 })
      await request('k')
      const work = gateway.upstreams.work(anna)
      const id = work.backups[0]?.backupId ?? ''
      const clients = [connect(gateway.url, gateway.token), connect(gateway.url, gateway.token)]
      const readers = clients.map((client) =>
        listen(client, { query: 'subscription { exportEvents { backupId status } }' }),
      )
      try {
        for (const reader of readers) await expect.poll(() => statusesOf(reader)).toEqual([null, 'REQUESTED'])
        expect((await gateway.ask('{ viewer { latestExport { backupId } } }')).data.viewer.latestExport.backupId).toBe(
          id,
        )
        const before = exportCalls()
        work.backups = [buildBackup(1, { backupId: id })]
        for (const reader of readers) await expect.poll(() => statusesOf(reader)).toEqual([null, 'REQUESTED', 'READY'])
        // The gateway polls once per interval, however many readers there are, and stops when the export has ended.
        const after = exportCalls()
        expect(after - before).toBeLessThanOrEqual(2)
        await sleep(3_000)
        expect(exportCalls()).toBe(after)
        expect(gateway.upstreams.pathsOf('exports').filter((path) => path === '/events')).toHaveLength(1)
      } finally {
        for (const client of clients) await client.dispose()
      }
    },
  )
})

/** The number of calls for an export. */
function exportCalls(): number {
  return gateway.upstreams.pathsOf('exports').filter((path) => /^\/backups\/[^/?]+$/.test(path)).length
}

function statusesOf({ events }: Received): string[] {
  return events.map(({ exportEvents }) => exportEvents.status)
}
