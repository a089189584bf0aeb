import { sql } from 'kysely'
import { afterEach, describe, expect, test, vi } from 'vitest'
import { createProgress } from '../../../services/exports/progress.ts'
import { runUpkeep } from '../../../services/exports/upkeep.ts'
import { until } from '../storage/customer.ts'
import { type Exporter, useExportServices } from './exporter.ts'
import { useExportSteps } from './exportSteps.ts'

/**
 * Tests the promised time, and the upkeep job that keeps the promise when the jobs of an export fail or get lost. Runs
 * only on a server, because only there can two processes run at once.
 */
describe('the exports service keeps its promises', () => {
  const services = useExportServices('a PostgreSQL server')
  const { addPhotos, requestExport, read, eventsOf } = useExportSteps(services)

  const upkeep = async () => runUpkeep({ platform: services.platform, database: services.exports })

  afterEach(() => {
    vi.useRealTimers()
  })

  /** Moves the times of the request and of the last work back. */
  async function age(id: string, hours: number): Promise<void> {
    await sql`
      update exports.backups set created_at = now() - make_interval(mins => ${hours * 60}::int),
        updated_at = now() - make_interval(mins => ${hours * 60}::int)
      where id = ${id}`.execute(services.exports)
  }

  async function waitingJobs(id: string): Promise<number> {
    const { rows } = await sql<{ count: number }>`
      select count(*) as count from jobs.job
      where singleton_key = ${id} and state < 'completed' and name != 'exports.mail'`.execute(services.exports)
    return rows[0]?.count ?? 0
  }

  async function mailsTo(exporter: Exporter): Promise<string[]> {
    return (await services.mailsTo(`${exporter.id}@example.com`)).map(({ subject }) => subject)
  }

  async function makeExport(exporter: Exporter): Promise<string> {
    const jobs = await requestExport(exporter)
    await jobs.plan()
    await jobs.chunk()
    return jobs.id
  }

  test('progress is stored at most twice a second, in steps of a thousandth', async () => {
    const exporter = services.newExporter()
    await addPhotos(exporter, 1)
    const jobs = await requestExport(exporter)
    await jobs.plan()
    vi.useFakeTimers({ toFake: ['performance'] })
    const progress = createProgress({ platform: services.platform, database: services.exports }, jobs.id)
    const stored: number[] = []
    for (const [milliseconds, share] of [
      [499, 0.1],
      [1, 0.2],
      [499, 0.3],
      [1, 0.2009],
      [0, 0.3],
    ] as const) {
      vi.advanceTimersByTime(milliseconds)
      progress.reached(share)
      await progress.end()
      stored.push((await exporter.readExport(jobs.id)).body.progress)
    }
    expect(stored).toEqual([0, 0.2, 0.2, 0.2, 0.3])
  })

  test('an export is ready within 48 hours, or fails with an event and a mail and can be requested again', async () => {
    const exporter = services.newExporter()
    await addPhotos(exporter, 1)
    const jobs = await requestExport(exporter)
    await jobs.plan()
    await sql`update exports.backups set created_at = now() - interval '47 hours 59 minutes' where id = ${jobs.id}`.execute(
      services.exports,
    )
    await upkeep()
    expect((await read(jobs.id)).status).toBe('IN_PROGRESS')

    await sql`update exports.backups set created_at = now() - interval '48 hours' where id = ${jobs.id}`.execute(
      services.exports,
    )
    await Promise.all([upkeep(), upkeep()])
    await upkeep()
    expect((await exporter.readExport(jobs.id)).body).toMatchObject({ status: 'FAILED', expires: null })
    expect((await eventsOf(exporter)).map(({ status }) => status)).toEqual(['REQUESTED', 'IN_PROGRESS', 'FAILED'])
    await until(async () => ((await mailsTo(exporter)).length > 0 ? true : null), 'the mail')
    expect(await mailsTo(exporter)).toEqual(['We couldn’t export your photos'])

    expect((await requestExport(exporter)).id).not.toBe(jobs.id)
  })

  test('a permanently refused mail is retried hours later, without delaying other mails', async () => {
    const exporter = services.newExporter()
    await addPhotos(exporter, 1)
    const jobs = await requestExport(exporter, {
      mail: {
        send: async () => {
          throw Object.assign(new Error('550 no such user'), { code: 'EENVELOPE', responseCode: 550 })
        },
      },
    })
    await jobs.plan()
    await jobs.chunk()
    await jobs.mail()
    expect((await read(jobs.id)).mailed_at).toBeNull()
    expect(jobs.queued.at(-1)).toEqual({ name: 'exports.mail', delaySeconds: 6 * 3_600 })
  })

  test('a lost job is queued again, but a running job is not', async () => {
    const [exporter, tried] = [services.newExporter(), services.newExporter()]
    await addPhotos(exporter, 3)
    await addPhotos(tried, 1)
    const silent = await requestExport(exporter)
    await silent.plan()
    const failing = await requestExport(tried, {
      blobs: {
        put: async () => {
          throw new Error('no space left on device')
        },
      },
    })
    await failing.plan()
    await age(silent.id, 2)
    await age(failing.id, 2)
    await expect(failing.chunk()).rejects.toThrow('no space')
    await upkeep()
    expect((await exporter.untilEnded(silent.id)).status).toBe('READY')
    expect(await waitingJobs(failing.id)).toBe(0)
    await failing.fail()
  })

  test('the file of a process that died is deleted, if the export ended while the process made the file', async () => {
    const exporter = services.newExporter()
    await addPhotos(exporter, 1)
    const { blobs } = services.platform
    let isOver = false
    const jobs = await requestExport(exporter, {
      blobs: {
        async put(key, content, options) {
          await age(jobs.id, 48)
          await upkeep()
          await until(async () => ((await waitingJobs(jobs.id)) === 0 ? true : null), 'the first removal')
          isOver = true
          return blobs.put(key, content, options)
        },
        async delete(keys) {
          if (isOver) throw new Error('killed')
          await blobs.delete(keys)
        },
      },
    })
    await jobs.plan()
    await expect(jobs.chunk()).rejects.toThrow('killed')
    expect((await exporter.readExport(jobs.id)).body.status).toBe('FAILED')
    expect(await services.files(exporter.id)).toHaveLength(1)
    await services.exports.updateTable('backups').set({ ends_at: new Date() }).where('id', '=', jobs.id).execute()
    await upkeep()
    await until(async () => ((await services.files(exporter.id)).length === 0 ? true : null), 'the file to be deleted')
  })

  test('an export that ends within a day is not reused, and each customer keeps the three newest exports', async () => {
    const exporter = services.newExporter()
    await addPhotos(exporter, 1)
    const ids: string[] = []
    for (let number = 0; number < 4; number += 1) {
      ids.unshift(await makeExport(exporter))
      expect((await exporter.requestExport()).body.backupId).toBe(ids[0])
      const soon = sql<Date>`now() + interval '23 hours'`
      await services.exports
        .updateTable('backups')
        .set({ ends_at: soon })
        .where('id', '=', ids[0] ?? '')
        .execute()
    }
    expect(new Set(ids).size).toBe(4)
    const listed = (await exporter.call('GET', '/exports/backups')).body.items
    expect(listed.map(({ backupId }: { backupId: string }) => backupId)).toEqual(ids.slice(0, 3))
    await upkeep()
    await until(
      async () => ((await services.files(exporter.id)).length === 3 ? true : null),
      'the file of the oldest export to be deleted',
    )
  })

  test('an export is kept for seven days by the database’s clock, whatever the process’s clock says', async () => {
    const exporter = services.newExporter()
    await addPhotos(exporter, 1)
    const jobs = await requestExport(exporter)
    await jobs.plan()
    await jobs.chunk()
    vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + 30 * 86_400_000 })
    await jobs.cleanUp()
    vi.useRealTimers()
    expect(await services.files(exporter.id)).toHaveLength(1)
    expect((await exporter.readExport(jobs.id)).body.status).toBe('READY')
  })

  test('the age of the oldest unfinished export and the number of exports are reported', async () => {
    const exporter = services.newExporter()
    await addPhotos(exporter, 1)
    const before = await metrics()
    const jobs = await requestExport(exporter)
    await age(jobs.id, 47.5)
    const after = await metrics()
    expect(after['exports_count{status="REQUESTED"}']).toBe((before['exports_count{status="REQUESTED"}'] ?? 0) + 1)
    expect(after['exports_unfinished_oldest_seconds']).toBeGreaterThanOrEqual(47.5 * 3_600)
    expect(after['exports_unfinished_oldest_seconds']).toBeLessThan(48 * 3_600)
    expect(after['exports_stored_bytes']).toBeGreaterThan(0)
    expect(Object.keys(after)).toContain('exports_unmailed_count')
  })

  async function metrics(): Promise<Record<string, number>> {
    const text = await (await fetch(`${services.running.services.url}/exports/metrics`)).text()
    const lines = text.split('\n').filter((line) => line !== '' && !line.startsWith('#'))
    return Object.fromEntries(lines.map((line) => line.split(' ')).map(([name, value]) => [name, Number(value)]))
  }
})
