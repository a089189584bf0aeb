import { sql } from 'kysely'
import { beforeEach, describe, expect, test } from 'vitest'
import { appendEvent } from '../asService.ts'
import { eraseForTest } from './eraseForTest.ts'
import { newsletterQueue, startNewsletter } from '../../../services/mailing/newsletters.ts'
import { createMailTexts } from '../../../services/platform/mailTexts.ts'
import type { MailMessage, MailOutcome } from '../../../services/platform/platform.ts'
import { databaseKinds } from '../../support/database.ts'
import { me, MailingServices } from './mailingServices.ts'

const signal = new AbortController().signal

describe.each(databaseKinds)('a newsletter, on %s', (kind) => {
  const services = new MailingServices(kind, { NEWSLETTER_RATE: '1000' })
  beforeEach(async () => {
    await services.untilIdle()
    await services.database.deleteFrom('profiles').execute()
  })

  /** Starts a newsletter whose mails go to `send`. `run` runs its job, and `progress` says how far it was sent. */
  async function deliver(name: string, send: (message: MailMessage) => Promise<MailOutcome>) {
    const platform = { ...services.platform, jobs: { ...services.platform.jobs, enqueue: async () => undefined } }
    const texts = createMailTexts(platform)
    const queue = newsletterQueue({ ...platform, mail: { send } }, services.database, texts, { perSecond: 1, batch: 2 })
    await startNewsletter(platform, services.database, { name, letter: 'yearBook' })
    const { id } = await services.database
      .selectFrom('newsletters')
      .select('id')
      .where('name', '=', name)
      .executeTakeFirstOrThrow()
    const progress = () => startNewsletter(platform, services.database, { name, letter: 'yearBook' })
    return { run: () => queue.run({ newsletterId: id }, signal), progress }
  }

  test('goes once to each subscriber, and to no other address', async () => {
    const [one, two, ended, pending, never] = [
      await services.newSubscriber(),
      await services.newSubscriber(),
      await services.newSubscriber(),
      await services.newReader(),
      await services.newReader(),
    ]
    await ended.customer.call('DELETE', me)
    await services.subscribe(pending)
    expect(await services.sendNewsletter('spring')).toMatchObject({ name: 'spring', state: 'sending' })
    await services.sendNewsletter('spring')
    await expect.poll(() => services.sendNewsletter('spring')).toMatchObject({ state: 'sent', sent: 2, notSent: 0 })
    const readers = [one, two, ended, pending, never]
    const counts = await Promise.all(readers.map(async ({ email }) => services.countOf(email)))
    expect(counts).toEqual([2, 2, 1, 1, 0])
    const late = await services.newSubscriber()
    await services.sendNewsletter('spring')
    expect(await services.countOf(late.email)).toBe(1)
  })

  test('does not go to an account that is marked for deletion, unless the deletion was undone before the newsletter was started', async () => {
    const [leaving, undecided] = [await services.newSubscriber(), await services.newSubscriber()]
    const isMarked = async () =>
      (await services.database.selectFrom('profiles').select('is_marked').orderBy('is_marked').execute()).map(
        ({ is_marked }) => is_marked,
      )
    const append = (type: string, { customer }: typeof leaving) =>
      appendEvent(services, { type, owner: customer.id, data: {} })
    for (const reader of [leaving, undecided]) await append('account.deletionScheduled', reader)
    await expect.poll(isMarked).toEqual([true, true])
    const sent: string[] = []
    const send = async ({ to }: MailMessage) => {
      sent.push(to)
      return 'sent' as const
    }
    const first = await deliver('marked', send)
    await first.run()
    expect([sent, await first.progress()]).toEqual([[], { name: 'marked', state: 'sent', sent: 0, notSent: 0 }])
    await append('account.deletionCancelled', undecided)
    await expect.poll(isMarked).toEqual([false, true])
    await (await deliver('undone', send)).run()
    expect(sent).toEqual([undecided.email])
  })

  test('is sent in batches, and continues after the mail server was down, without sending anything twice', async () => {
    for (let count = 0; count < 5; count += 1) await services.newSubscriber()
    const sent: string[] = []
    let isDown = false
    const { run, progress } = await deliver('down', async ({ to }) => {
      if (isDown) throw new Error('The mail server is down.')
      sent.push(to)
      isDown = sent.length === 3
      return 'sent'
    })
    await run()
    expect([sent.length, await progress()]).toEqual([2, { name: 'down', state: 'sending', sent: 2, notSent: 0 }])
    await expect(run()).rejects.toThrow('down')
    expect(await progress()).toMatchObject({ sent: 3, notSent: 0 })
    isDown = false
    for (let batch = 0; batch < 3; batch += 1) await run()
    expect([new Set(sent).size, sent.length]).toEqual([5, 5])
    expect(await progress()).toEqual({ name: 'down', state: 'sent', sent: 5, notSent: 0 })
  })

  test('is not sent again to a reader if the process died while the mail was being sent', async () => {
    const reader = await services.newSubscriber()
    const sent: string[] = []
    const dead = await deliver('killed', async () => new Promise(() => undefined))
    void dead.run()
    await expect
      .poll(async () => (await services.database.selectFrom('deliveries').select('account_id').execute()).length)
      .toBe(1)
    const next = await deliver('killed', async ({ to }) => {
      sent.push(to)
      return 'sent'
    })
    await next.run()
    await next.run()
    expect([sent, await next.progress()]).toEqual([[], { name: 'killed', state: 'sent', sent: 0, notSent: 1 }])
    expect(await services.stateOf(reader)).toBe('subscribed')
  })

  test('skips addresses that the mail server refuses', async () => {
    const [refused, accepted] = [await services.newSubscriber(), await services.newSubscriber()]
    const { run, progress } = await deliver('refused', async ({ to }) => {
      if (to === refused.email) throw Object.assign(new Error('nobody'), { code: 'EENVELOPE', responseCode: 550 })
      return 'sent'
    })
    await run()
    await run()
    expect(await progress()).toMatchObject({ state: 'sent', sent: 1, notSent: 1 })
    expect(await services.stateOf(accepted)).toBe('subscribed')
  })

  test('does not go to a reader who unsubscribes while it is being sent', async () => {
    const readers = [await services.newSubscriber(), await services.newSubscriber()]
    const sent: string[] = []
    const { run } = await deliver('meanwhile', async ({ to }) => {
      sent.push(to)
      await Promise.all(readers.map(({ customer }) => customer.call('DELETE', me)))
      return 'sent'
    })
    await run()
    expect(sent).toHaveLength(1)
  })

  test('leaves nothing of an account that is erased', async () => {
    const [gone, other] = [await services.newSubscriber(), await services.newSubscriber()]
    await services.sendNewsletter('erased')
    await services.mailsTo(gone.email, 2)
    await services.untilIdle()
    await eraseForTest(services, gone.customer.id)
    const tables = ['profiles', 'consents', 'opt_in_links', 'deliveries'] as const
    for (const table of tables) {
      const { rows } = await sql`
        select from ${sql.table(`mailing.${table}`)} where account_id = ${gone.customer.id}`.execute(services.database)
      expect([table, rows.length]).toEqual([table, 0])
    }
    expect(await services.stateOf(other)).toBe('subscribed')
  })
})
