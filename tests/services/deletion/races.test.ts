import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { afterEach, describe, expect, test, vi } from 'vitest'
import { queueDeletions } from '../../../services/identity/deletion/erasing.ts'
import { databaseKinds } from '../../support/database.ts'
import { makeJpeg } from '../../support/pictures.ts'
import { until } from '../storage/customer.ts'
import type { AccountOwner } from './accountOwner.ts'
import { DeletionServices } from './deletionServices.ts'
import { finishOrder, placeOrder } from './fillAccount.ts'
import { filesWith, tablesWith } from './traces.ts'

afterEach(() => vi.restoreAllMocks())

/**
 * Queues the job of the identity service that continues deletions, as the schedule does every minute. A job that is
 * queued while another one runs may be dropped, so tests queue it again while they wait.
 */
async function look({ platform, database }: DeletionServices): Promise<void> {
  await database.transaction().execute(async (change) => queueDeletions(platform, change))
}

async function lookUntilErased(services: DeletionServices, { id }: AccountOwner): Promise<void> {
  await until(async () => {
    await look(services)
    const { rows } = await sql`select from identity.accounts where id = ${id}`.execute(services.database)
    return rows.length === 0 ? true : null
  }, 'the account to be erased')
}

/** Uploads a photo, begins another upload, and makes other calls that store data. Returns some statuses. */
async function sendLate({ id, customer, word }: AccountOwner): Promise<readonly number[]> {
  const unfinished = await customer.create(1_000, `${word}-late.jpg`)
  const begun = await customer.append(unfinished.headers.get('location') ?? '', 0, Buffer.from(`late ${word}`))
  await customer.upload(await makeJpeg({ seed: 9 }), `${word}-late-photo.jpg`)
  const others = await Promise.all([
    customer.call('POST', '/photos/albums', { body: { name: word } }),
    customer.call('POST', '/exports/backups', { body: { channelId: 'k' } }),
    customer.call('PUT', `/projects/api/v2/project/${randomUUID()}`, {
      body: { name: word, productCode: 'PAP_370', articleType: 'PhotoBook', pages: 24, photoIds: [] },
    }),
    customer.call('GET', `/vouchers/api/v1/campaigns/offers/${id}`),
  ])
  return [begun.status, ...others.map(({ status }) => status)]
}

describe('a deletion between its rounds', () => {
  const services = new DeletionServices(databaseKinds[0], { DELETION_SETTLE: '600' })

  test('also erases what a device with an old token sends between the two rounds', async () => {
    const owner = await services.register()
    await owner.deleteAccount()
    await letTimePass(owner)
    await untilReported(owner, 1)
    const statuses = await sendLate(owner)
    // The test would prove nothing if all late calls were refused.
    expect(statuses.filter((status) => status < 300).length).toBeGreaterThan(2)
    const texts = [owner.id, owner.word]
    const late = ['storage.uploads', 'photos.photos', 'photos.albums', 'projects.projects']
    // The last rows appear later, because the photo is processed after its upload.
    await expect.poll(async () => tablesWith(services.platform, texts)).toEqual(expect.arrayContaining(late))
    await letTimePass(owner)
    await untilReported(owner, 2)
    await letTimePass(owner)
    await lookUntilErased(services, owner)
    await until(
      async () => ((await tablesWith(services.platform, texts)).length === 0 ? true : null),
      'no table to have traces',
    )
    expect(await filesWith(services.dataDir, texts)).toEqual([])
  })

  /** Lets ten minutes pass for a deletion. */
  async function letTimePass({ id }: AccountOwner): Promise<void> {
    await sql`
      update identity.deletions set deletes_at = deletes_at - interval '10 minutes',
        round_at = round_at - interval '10 minutes' where account_id = ${id}`.execute(services.database)
  }

  async function untilReported({ id }: AccountOwner, round: number): Promise<void> {
    await until(async () => {
      await look(services)
      const { rows } = await sql`
        select from platform.event_consumers
        where name like '%.erasure' and split_part(name, '.', 1) not in (
          select service from identity.erasures where account_id = ${id} and round = ${round})`.execute(
        services.database,
      )
      return rows.length === 0 ? true : null
    }, `all services to report round ${round}`)
  }
})

describe('a deletion that is due', () => {
  const services = new DeletionServices(databaseKinds[0])

  test('waits for an order in production, and can be undone until then', async () => {
    const owner = await services.register()
    const order = await placeOrder(services, owner)
    await owner.deleteAccount()
    await untilDelayed(owner)
    expect((await owner.undo()).status).toBe(303)
    await owner.deleteAccount()
    await untilDelayed(owner)
    await finishOrder(services, owner, order)
    await untilBegun(owner)
    await lookUntilErased(services, owner)
  })

  test('is not requested if its mail cannot be sent', async () => {
    const owner = await services.register()
    const sending = refuseMailsWith('/delete-account-confirmation')
    const refused = await owner.customer.call('POST', owner.path, { body: { channel: 'k' } })
    expect(refused.status).toBe(503)
    const { body } = await owner.customer.call('GET', owner.path)
    expect(body.state).not.toBe('scheduled')
    sending.mockRestore()
    await owner.deleteAccount()
    await lookUntilErased(services, owner)
  })

  test('keeps the account until its receipt is sent', async () => {
    const owner = await services.register()
    const sending = refuseMailsWith('We keep nothing from it')
    await owner.deleteAccount()
    await until(async () => {
      await look(services)
      return sending.mock.calls.some(([{ text }]) => text.includes('We keep nothing from it')) || null
    }, 'the receipt to be refused')
    const { rows } = await sql`select from identity.accounts where id = ${owner.id}`.execute(services.database)
    expect(rows.length).toBe(1)
    sending.mockRestore()
    await lookUntilErased(services, owner)
    expect((await owner.mailWith('We keep nothing from it')).subject).toBe('Your account has been deleted')
  })

  /** Waits until the deletion was delayed because of an order. */
  async function untilDelayed({ id }: AccountOwner): Promise<void> {
    await until(async () => {
      await look(services)
      const { rows } = await sql`
        select from identity.deletions
        where account_id = ${id} and state = 'scheduled' and deletes_at > now() + interval '50 minutes'`.execute(
        services.database,
      )
      return rows.length > 0 ? true : null
    }, 'the deletion to wait')
  }

  /**
   * Makes the deletion due again and again until it begins, because an invoice that is still to be issued delays it
   * once more.
   */
  async function untilBegun({ id }: AccountOwner): Promise<void> {
    await until(async () => {
      await sql`update identity.deletions set deletes_at = now() where account_id = ${id}`.execute(services.database)
      await look(services)
      const { rows } = await sql`
        select from identity.deletions where account_id = ${id} and state = 'scheduled'`.execute(services.database)
      return rows.length === 0 ? true : null
    }, 'the erasure to begin')
  }

  /** Makes the mail server fail for mails that contain a text. */
  function refuseMailsWith(text: string) {
    const { mail } = services.platform
    const send = mail.send.bind(mail)
    return vi.spyOn(mail, 'send').mockImplementation(async (message, to) => {
      if (message.text.includes(text)) throw new Error('the mail server is down')
      return send(message, to)
    })
  }
})
