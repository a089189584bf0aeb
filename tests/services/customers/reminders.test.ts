import { sql } from 'kysely'
import { beforeEach, describe, expect, test } from 'vitest'
import { reminderMailQueue, reminderMailQueueName } from '../../../services/customers/reminderMails.ts'
import { remindAll } from '../../../services/customers/reminders.ts'
import { deleteDue } from '../../../services/customers/retention.ts'
import { createMailTexts } from '../../../services/platform/mailTexts.ts'
import { databaseKinds } from '../../support/database.ts'
import { until } from '../storage/customer.ts'
import { seedMany } from '../photos/seeding.ts'
import { addAccount, addAccounts, CustomerServices, markReminded } from './support.ts'

const addressOf = (id: string) => `${id}@example.com`

/** The dates of these tests. They are so late that a real run sends no reminder for them. */
const registered = '2033-11-30T09:00:00Z'
const deletion = '2035-05-30T09:00:00Z'

describe.each(databaseKinds)('reminders, on %s', (kind) => {
  const running = new CustomerServices(kind)
  beforeEach(async () => {
    running.smtp.mails.length = 0
    // Remove the accounts of earlier tests.
    await running.database.deleteFrom('accounts').execute()
  })

  async function newReader(photos = 1, from = registered): Promise<string> {
    const id = await addAccount(running.database, from)
    if (photos > 0) await seedMany(running.photos, id, photos)
    return id
  }

  const run = (now: string) => remindAll(running.platform, running.database, new Date(now))

  /** The mails to an account, once all due mails are sent. */
  async function mailsTo(id: string): Promise<string[]> {
    await until(async () => {
      const { rows } = await sql`
        select from jobs.job where name = ${reminderMailQueueName} and state < 'completed' limit 1`.execute(
        running.database,
      )
      return rows.length === 0 ? true : null
    }, 'the mails to be sent')
    return running.smtp.mails.filter(({ to }) => to === addressOf(id)).map(({ subject }) => subject)
  }

  async function dates(id: string) {
    return running.database.selectFrom('accounts').select('deletion_at').where('id', '=', id).executeTakeFirstOrThrow()
  }

  test('are sent once each: three months, one month, one week and one day before the deletion', async () => {
    const id = await newReader()
    const subjects = [
      'Your photos are stored until 30 May 2035',
      'Your photos are stored until 30 May 2035',
      'Your photos will be deleted on 30 May 2035',
      'Last reminder: your photos will be deleted on 30 May 2035',
    ]
    // Three months before 30 May is 28 February, because there is no 30 February.
    const moments = ['2035-02-28T09:00:00Z', '2035-04-30T09:00:00Z', '2035-05-23T09:00:00Z', '2035-05-29T09:00:00Z']
    for (const [index, moment] of moments.entries()) {
      await run(new Date(Date.parse(moment) - 1).toISOString())
      expect(await mailsTo(id)).toEqual(subjects.slice(0, index))
      await Promise.all([run(moment), run(moment)])
      await run(moment)
      expect(await mailsTo(id)).toEqual(subjects.slice(0, index + 1))
    }
    await run(deletion)
    expect(await mailsTo(id)).toEqual(subjects)
  })

  test('only the latest one is sent after a pause', async () => {
    const id = await newReader()
    await run('2035-05-24T00:00:00Z')
    expect(await mailsTo(id)).toEqual(['Your photos will be deleted on 30 May 2035'])
    await run('2035-05-29T10:00:00Z')
    expect(await mailsTo(id)).toHaveLength(2)
  })

  test('start again when an order moves the deletion date', async () => {
    const half = new Date()
    half.setUTCMonth(half.getUTCMonth() - 10, 5)
    const id = await newReader(1, half.toISOString())
    const { deletion_at: first } = await dates(id)
    await run(new Date(first.getTime() - 20 * 86_400_000).toISOString())
    expect(await mailsTo(id)).toHaveLength(1)
    await running.operate('orders', { email: `${id}@example.com` })
    const second = await until(async () => {
      const { deletion_at: date } = await dates(id)
      return date.getTime() > first.getTime() ? date : null
    }, 'the order')
    await run(new Date(first.getTime() - 10 * 86_400_000).toISOString())
    expect(await mailsTo(id)).toHaveLength(1)
    await run(new Date(second.getTime() - 60 * 86_400_000).toISOString())
    expect(await mailsTo(id)).toHaveLength(2)
    await run(new Date(second.getTime() - 20 * 86_400_000).toISOString())
    expect(await mailsTo(id)).toHaveLength(3)
  })

  test('skip accounts without photos, and are sent once photos are added', async () => {
    const [empty, filled] = [await newReader(0), await newReader()]
    await run('2035-05-24T00:00:00Z')
    expect([(await mailsTo(empty)).length, (await mailsTo(filled)).length]).toEqual([0, 1])
    await seedMany(running.photos, empty, 1)
    await run('2035-05-24T01:00:00Z')
    expect([(await mailsTo(empty)).length, (await mailsTo(filled)).length]).toEqual([1, 1])
  })

  test('are sent once to each account by two concurrent runs, even when the accounts fill several pages', async () => {
    const ids = await addAccounts(running.database, registered, 104)
    const filled = ids.filter((_, index) => index % 5 === 0)
    for (const id of filled) await seedMany(running.photos, id, 1)
    await Promise.all([run('2035-03-01T00:00:00Z'), run('2035-03-01T00:00:00Z')])
    await run('2035-03-01T00:00:00Z')
    await mailsTo('anybody')
    expect(running.smtp.mails.map(({ to }) => to).toSorted()).toEqual(filled.map(addressOf).toSorted())
  })

  test('wait while the mail server is down, and are dropped if they are outdated when the server is back', async () => {
    const [waiting, ordered] = [await newReader(), await newReader()]
    const refusals = (id: string) => running.smtp.refused.filter((to) => to === addressOf(id)).length
    running.smtp.isRefusing = true
    await run('2035-03-01T00:00:00Z')
    await until(async () => (refusals(waiting) > 0 && refusals(ordered) > 0 ? true : null), 'both to be refused')
    await running.database
      .updateTable('accounts')
      .set({ delayed_at: new Date('2036-01-01') })
      .where('id', '=', ordered)
      .execute()
    const before = refusals(waiting)
    await until(async () => (refusals(waiting) > before ? true : null), 'another try')
    running.smtp.isRefusing = false
    expect(await mailsTo(waiting)).toHaveLength(1)
    expect(await mailsTo(ordered)).toEqual([])
  })

  test('wait, as does the deletion of the photos, while the account is marked for deletion, and continue after an undo', async () => {
    const id = await newReader()
    await running.database.insertInto('closings').values({ account_id: id }).execute()
    await run('2035-05-23T09:00:00Z')
    expect(await mailsTo(id)).toEqual([])
    await markReminded(running.database, id)
    expect(await deleteDue(running.platform, running.database, new Date(deletion))).toBe(0)
    await running.database.updateTable('accounts').set({ reminded: 0 }).where('id', '=', id).execute()
    await running.database.deleteFrom('closings').execute()
    await run('2035-05-23T09:00:00Z')
    expect(await mailsTo(id)).toEqual(['Your photos will be deleted on 30 May 2035'])
    await markReminded(running.database, id)
    expect(await deleteDue(running.platform, running.database, new Date(deletion))).toBe(1)
  })

  test('are not mailed to an address before it is confirmed', async () => {
    const id = await addAccount(running.database, registered, { confirmed: false })
    await seedMany(running.photos, id, 1)
    await recordOnly('2035-03-01T00:00:00Z')
    const recorded = running.database.selectFrom('reminders').select('id').where('account_id', '=', id)
    const { id: reminderId } = await recorded.executeTakeFirstOrThrow()
    const requeued: unknown[] = []
    const jobs = { ...running.platform.jobs, enqueue: async (...job: unknown[]) => void requeued.push(job[3]) }
    const platform = { ...running.platform, jobs }
    const queue = reminderMailQueue(platform, running.database, createMailTexts(platform))
    await queue.run({ reminderId }, AbortSignal.timeout(60_000))
    expect(await mailsTo(id)).toEqual([])
    expect(requeued).toEqual([{ key: reminderId, owner: id, delaySeconds: 6 * 3_600 }])
    await running.append('account.confirmed', id, {})
    await running.untilHandled(id)
    await queue.run({ reminderId }, AbortSignal.timeout(60_000))
    expect(await mailsTo(id)).toHaveLength(1)
  })

  /** Records reminders while no mail can be sent. */
  async function recordOnly(now: string): Promise<void> {
    const jobs = { ...running.platform.jobs, enqueue: async () => undefined }
    await remindAll({ ...running.platform, jobs }, running.database, new Date(now))
  }

  /** Runs the jobs of all recorded reminders, twice; returns the subjects of the mails. */
  async function sendRecorded(): Promise<string[]> {
    const subjects: string[] = []
    const send = async ({ subject }: { subject: string }) => {
      subjects.push(subject)
      return 'sent' as const
    }
    const platform = { ...running.platform, mail: { send } }
    const queue = reminderMailQueue(platform, running.database, createMailTexts(platform))
    const recorded = await running.database.selectFrom('reminders').select('id').orderBy('recorded_at').execute()
    for (const { id } of [...recorded, ...recorded]) {
      await queue.run({ reminderId: id }, AbortSignal.timeout(60_000))
    }
    return subjects
  }

  describe('that became outdated while the mail server was down', () => {
    test('only the latest reminder is sent, once', async () => {
      await newReader()
      await recordOnly('2035-03-01T00:00:00Z')
      await recordOnly('2035-05-23T09:00:00Z')
      expect(await sendRecorded()).toEqual(['Your photos will be deleted on 30 May 2035'])
    })

    test('no reminder is sent for a date that has changed, even when the same reminder is recorded for the new date', async () => {
      const id = await newReader()
      await recordOnly('2035-03-01T00:00:00Z')
      const delayed = { delayed_at: new Date('2036-05-30T09:00:00Z') }
      await running.database.updateTable('accounts').set(delayed).where('id', '=', id).execute()
      expect(await sendRecorded()).toEqual([])
      await recordOnly('2036-03-01T00:00:00Z')
      expect(await sendRecorded()).toEqual(['Your photos are stored until 30 May 2036'])
    })

    test('no reminder is sent after the date of deletion', async () => {
      const id = await newReader()
      const passed = new Date(Date.now() - 3_600_000)
      const delayed = { registered_at: new Date('2020-01-01'), delayed_at: passed }
      await running.database.updateTable('accounts').set(delayed).where('id', '=', id).execute()
      await recordOnly(new Date(passed.getTime() - 20 * 3_600_000).toISOString())
      const recorded = await running.database.selectFrom('reminders').select('number').execute()
      expect(recorded).toEqual([{ number: 4 }])
      expect(await sendRecorded()).toEqual([])
    })
  })

  test('a dry run lists who would get which reminder, and changes nothing', async () => {
    const [due, reminded] = [await newReader(1, '2033-01-15T00:00:00Z'), await newReader()]
    await newReader(0)
    const outcomes: unknown[] = []
    let cursor: string | undefined
    do {
      const answer = await running.operate('retention/dry-run', { now: '2035-04-30T09:00:00Z', cursor })
      const page = await answer.json()
      outcomes.push(...page.outcomes)
      cursor = page.cursor ?? undefined
    } while (cursor !== undefined)
    expect(outcomes).toEqual([
      { email: `${due}@example.com`, what: 'deletion', deletionDate: '2034-07-15T00:00:00.000Z' },
      { email: `${reminded}@example.com`, what: 'reminder', number: 2, deletionDate: '2035-05-30T09:00:00.000Z' },
    ])
    expect((await running.operate('retention/dry-run', { cursor: 'mine' })).status).toBe(400)
    expect(await running.database.selectFrom('reminders').select('id').execute()).toEqual([])
    const accounts = await running.database.selectFrom('accounts').select(['emptied_at', 'reminded']).execute()
    expect(accounts.every((account) => account.emptied_at === null && account.reminded === 0)).toBe(true)
  })

  test('are retried rarely if the mail server refuses them permanently, and do not delay other reminders', async () => {
    const [unknown, other] = [await newReader(), await newReader()]
    running.smtp.unknown.add(addressOf(unknown))
    running.smtp.refused.length = 0
    running.smtp.isRefusing = true
    await run('2035-03-01T00:00:00Z')
    const refusals = (id: string) => running.smtp.refused.filter((to) => to === addressOf(id)).length
    await until(async () => (refusals(other) > 1 && refusals(unknown) > 0 ? true : null), 'a retry of the other mail')
    expect(refusals(unknown)).toBe(1)
    running.smtp.isRefusing = false
    await until(async () => (running.smtp.mails.some(({ to }) => to === addressOf(other)) ? true : null), 'the mail')
    const waiting = async () => {
      const { rows } = await sql<{ hours: number }>`
        select round(extract(epoch from start_after - now()) / 3600)::integer as hours from jobs.job
        where name = ${reminderMailQueueName} and state < 'completed'`.execute(running.database)
      return rows
    }
    // The job ends a moment after the mail was sent.
    await expect.poll(waiting).toEqual([{ hours: 6 }])
    await sql`delete from jobs.job where name = ${reminderMailQueueName}`.execute(running.database)
  })
})
