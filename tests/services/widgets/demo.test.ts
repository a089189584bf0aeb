import { describe, expect, test } from 'vitest'
import { addDemoOrders } from '../../../services/orders/demo.ts'
import { demoAccounts, demoOrders } from '../../../services/platform/demo.ts'
import { databaseKinds } from '../../support/database.ts'
import { Reader, WidgetServices } from './widgetServices.ts'

describe.each(databaseKinds)('the demo books, on %s', (kind) => {
  const services = new WidgetServices(kind, [], { DEMO: 'true' })
  const [anna, ben] = demoAccounts

  test('have the photos of demo orders as these arrive, and one is shared once', async () => {
    await addDemoOrders(services.platform)
    const reader = new Reader(services.url, services.running.issuer, anna.id)
    const arrive = async () => {
      const imageId = await services.addPicture(reader)
      await services.appendEvent(anna.id, 'photo.added', { imageId, year: 2024, month: 6, generation: 1 })
    }
    // The newest lines get the first photos.
    for (let index = 0; index < 40; index += 1) await arrive()
    const code = `${demoOrders[0]?.code}-1`
    const { pagesCount } = await reader.untilState(code, 'ready')
    await arrive()
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
    const [link] = (await reader.widget('GET', code, '/links')).body.links
    expect(link).toMatchObject({ kind: 'recipient', recipientEmail: ben.email, fromName: anna.name, state: 'sent' })
    await reader.widget('DELETE', code, `/links/${link.linkId}`)
    await arrive()
    await services.untilIdle(reader)
    expect((await reader.widget('GET', code)).body.recipientsCount).toBe(0)
  })
})
