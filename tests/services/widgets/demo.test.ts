import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { describe, expect, test } from 'vitest'
import { addDemoOrders } from '../../../services/orders/demo.ts'
import { demoAccounts, demoOrders } from '../../../services/platform/demo.ts'
import { databaseKinds } from '../../support/database.ts'
import { Reader, WidgetServices } from './widgetServices.ts'

const codesOf = async (reader: Reader): Promise<string[]> =>
  (await reader.list('?limit=100')).widgets.map(({ widgetId }: { widgetId: string }) => widgetId)

describe.each(databaseKinds)('the demo books, on %s', (kind) => {
  const services = new WidgetServices(kind, [], { DEMO: 'true' })
  const [anna, ben] = demoAccounts

  /** Adds a photo to the library of a demo account. */
  const addDemoPhoto = async (reader: Reader) => {
    const imageId = await services.addPicture(reader)
    await services.appendEvent(reader.id, 'photo.added', { imageId, year: 2024, month: 6, generation: 1 })
  }

  test('get the photos of the demo orders when the photos arrive, and one book is shared once', async () => {
    await addDemoOrders(services.platform)
    const reader = new Reader(services.url, services.running.issuer, anna.id)
    // The first photos go to the lines of the newest orders.
    for (let index = 0; index < 40; index += 1) await addDemoPhoto(reader)
    const code = `${demoOrders[0]?.code}-1`
    const { pagesCount } = await reader.untilState(code, 'ready')
    await addDemoPhoto(reader)
    await expect
      .poll(async () => (await reader.widget('GET', code)).body, { timeout: 20_000 })
      .toMatchObject({
        state: 'ready',
        pagesCount: expect.toSatisfy((count: number) => count > pagesCount),
        missingPagesCount: 0,
        recipientsCount: 1,
      })
    const { widgets, totalCount } = await reader.list()
    expect(totalCount).toBeGreaterThan(3)
    expect(widgets.every(({ pagesCount: pages }: { pagesCount: number }) => pages > 1)).toBe(true)
    const { links } = (await reader.widget('GET', code, '/links')).body
    const link = links.find((one: { kind: string }) => one.kind === 'recipient')
    expect(link).toMatchObject({ kind: 'recipient', recipientEmail: ben.email, fromName: anna.name, state: 'sent' })
    await reader.widget('DELETE', code, `/links/${link.linkId}`)
    await addDemoPhoto(reader)
    await services.untilIdle(reader)
    expect((await reader.widget('GET', code)).body.recipientsCount).toBe(0)
  })

  const published = async () => {
    const { entries } = (await services.newCustomer().call('GET', '/widgets/v1/gallery?channel=k')).body
    return entries.map(({ title }: { title: string }) => title).toSorted()
  }

  test('include three books that are in the gallery with covers, each until its entry or the book is removed', async () => {
    const reader = new Reader(services.url, services.running.issuer, anna.id)
    const titles = ['A week in Brittany', 'A year outdoors', 'Mountains and lakes']
    await expect.poll(published, { timeout: 20_000 }).toEqual(titles)
    const { entries } = (await services.newCustomer().call('GET', '/widgets/v1/gallery?channel=k')).body
    expect(entries.map(({ coverUrl }: { coverUrl: string | null }) => coverUrl)).not.toContain(null)

    const code = `${demoOrders[0]?.code}-1`
    const { status } = await reader.call('DELETE', `/widgets/v1/galleryentries/${code}?channel=k`)
    expect(status).toBe(204)
    const { entries: others } = (
      await reader.call('GET', `/widgets/v1/galleryentries?widgetIds=${(await codesOf(reader)).join(',')}`)
    ).body
    await reader.widget('DELETE', others[0].widgetId)
    await addDemoPhoto(reader)
    await services.untilIdle(reader)
    expect(await published()).toEqual([others[1].title])
  })

  test('cause no work while no photo of their account arrives', async () => {
    const reader = new Reader(services.url, services.running.issuer, anna.id)
    await services.untilIdle(reader)
    const jobs = async () =>
      (await sql`select id from jobs.job where name = 'widgets.demo'`.execute(services.widgets)).rows.length
    const before = await jobs()
    const other = new Reader(services.url, services.running.issuer, ben.id)
    await addDemoPhoto(other)
    await services.appendEvent(anna.id, 'photo.removed', { imageId: randomUUID(), generation: 2 })
    await services.untilIdle(other)
    await services.untilIdle(reader)
    expect([before > 0, await jobs()]).toEqual([true, before])
  })
})
