import { randomUUID } from 'node:crypto'
import { describe, expect, test } from 'vitest'
import { databaseKinds } from '../../support/database.ts'
import { until } from '../storage/customer.ts'
import { useDepot } from './exporter.ts'

describe.each(databaseKinds)('who sees an export, on %s', (kind) => {
  const depot = useDepot(kind)

  test('is its owner alone, with a token that is good', async () => {
    const [owner, stranger] = [depot.newExporter(), depot.newExporter()]
    await depot.keep(owner, { fileName: '1.jpg', bytes: Buffer.from('one') })
    await depot.keep(stranger, { fileName: '2.jpg', bytes: Buffer.from('two') })
    const { backupId } = (await owner.ask()).body
    await owner.ended(backupId)
    const routes = [
      ['POST', '/exports/backups', { channelId: 'k' }],
      ['GET', '/exports/backups', undefined],
      ['GET', `/exports/backups/${backupId}`, undefined],
      ['GET', `/exports/backups/${backupId}/chunks/1/url`, undefined],
    ] as const
    const expired = `Bearer ${await owner.token({ claims: { exp: 1 } })}`
    for (const [method, path, body] of routes) {
      for (const authorization of ['', 'Bearer x.y.z', expired]) {
        const refused = await owner.call(method, path, { body, headers: { authorization } })
        expect([path, refused.status, refused.body.code]).toEqual([path, 401, 'UNAUTHENTICATED'])
      }
    }
    expect((await owner.call('GET', `/exports/backups/${backupId}/chunks/1/url`)).status).toBe(200)
    const own = (await stranger.ask()).body.backupId
    expect(own).not.toBe(backupId)
    await stranger.ended(own)
    const listed = (await stranger.call('GET', '/exports/backups')).body.items
    expect(listed.map(({ backupId: id }: { backupId: string }) => id)).toEqual([own])
    const missed = [
      `/exports/backups/${backupId}`,
      `/exports/backups/${backupId}/chunks/1/url`,
      `/exports/backups/${randomUUID()}`,
      '/exports/backups/1',
      `/exports/backups/${own}/chunks/2/url`,
      `/exports/backups/${own}/chunks/0/url`,
      `/exports/backups/${own}/chunks/one/url`,
    ]
    for (const path of missed) {
      const { status, body } = await stranger.call('GET', path)
      expect([path, status, body.code]).toEqual([path, 404, 'NOT_FOUND'])
    }
    expect((await owner.call('GET', '/exports/backups?limit=0')).status).toBe(400)
  })

  test('hears of it live, each change once, also after a connection that broke off', async () => {
    const [owner, stranger] = [depot.newExporter(), depot.newExporter()]
    await depot.keep(owner, { fileName: '1.jpg', bytes: Buffer.from('one') })
    const [reader, foreign] = [await depot.subscribe(owner), await depot.subscribe(stranger)]
    await until(async () => (reader.events().length > 0 ? true : null), 'the position')
    const [begin] = reader.events()
    expect(begin).toEqual({ position: expect.stringMatching(/^\d+$/) })
    const { backupId } = (await owner.ask()).body
    await until(async () => (reader.events().length > 1 ? true : null), 'the first event')
    reader.cut()
    const seen = reader.events().slice(1)
    await owner.ended(backupId)
    const rest = await depot.subscribe(owner, seen.at(-1)?.position)
    await until(async () => (rest.events().some(isReady) ? true : null), 'the end')
    const all = [...seen, ...rest.events()]
    const whole = await depot.subscribe(owner, begin.position)
    await until(async () => (whole.events().some(isReady) ? true : null), 'the end again')
    expect(whole.events()).toEqual(all)
    const changes = all.map(({ status, progress }) => ({ status, progress }))
    expect(changes.filter(({ progress }) => progress === 0 || progress === 1)).toEqual([
      { status: 'REQUESTED', progress: 0 },
      { status: 'IN_PROGRESS', progress: 0 },
      { status: 'READY', progress: 1 },
    ])
    for (const event of all) expect(event.backupId).toBe(backupId)
    expect(foreign.events().length).toBeLessThanOrEqual(1)
    for (const one of [foreign, rest, whole]) one.end()
  })
})

function isReady(event: { status: string }): boolean {
  return event.status === 'READY'
}
