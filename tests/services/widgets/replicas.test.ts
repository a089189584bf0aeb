import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type RunningServices, startServices } from '../../support/services.ts'
import { type SmtpServer, startSmtpServer } from '../../support/smtpServer.ts'
import { publicUrl, until } from '../storage/customer.ts'
import { linksOf, Reader, share, WidgetServices } from './widgetServices.ts'

let smtp: SmtpServer

class FirstReplica extends WidgetServices {
  override async prepare(): Promise<Record<string, string>> {
    smtp = await startSmtpServer()
    return { SMTP_URL: smtp.url }
  }

  override async cleanUp(): Promise<void> {
    await smtp.close()
  }
}

const statusOf = async (url: string, options: RequestInit = {}) => (await fetch(url, options)).status

describe('two replicas of the widgets service', () => {
  const first = new FirstReplica('a PostgreSQL server')
  let second: RunningServices

  beforeAll(async () => {
    const { config } = first.running.services
    const { customers, photos, orders, identity } = config.urls
    second = await startServices({
      installation: { dataDir: first.dataDir, databaseUrl: config.databaseUrl },
      services: ['widgets'],
      environment: {
        PUBLIC_URL: publicUrl,
        IDENTITY_URL: identity,
        CUSTOMERS_URL: customers,
        PHOTOS_URL: photos,
        ORDERS_URL: orders,
        SMTP_URL: smtp.url,
      },
    })
  })
  afterAll(() => second.close())

  /** The same customer as a client of the second replica. */
  const atSecond = ({ id }: Reader) => new Reader(second.url, first.running.issuer, id)
  /** The address of a book at the first and at the second replica. */
  const placesOf = ({ url }: { readonly url: string }) =>
    [first.url, second.url].map((origin) => `${origin}/widgets${new URL(url).pathname}`) as [string, string]

  test('prepare each book once', async () => {
    const { reader, code, photoIds } = await first.newBook(3)
    const codes = [code]
    for (let count = 0; count < 5; count += 1) codes.push(await first.orderBook(reader, photoIds, `Book ${count}`))
    const there = atSecond(reader)
    for (const one of codes)
      expect(await there.untilState(one, 'ready')).toMatchObject({ pagesCount: 4, missingPagesCount: 0 })
    await first.untilIdle(reader)
    const { rows } = await sql<{ name: string; runs: number }>`
      select name, (count(*) + sum(retry_count))::integer as runs from jobs.job
      where name in ('widgets.take-order', 'widgets.prepare') and position(${reader.id} in data::text) > 0
      group by name order by name`.execute(first.widgets)
    expect(rows).toEqual([
      { name: 'widgets.prepare', runs: codes.length },
      { name: 'widgets.take-order', runs: codes.length },
    ])
  })

  test('send each mail once, whichever replica got the request', async () => {
    const { reader, code } = await first.newBook(1)
    const there = atSecond(reader)
    const emails = Array.from({ length: 16 }, (_, number) => `replica${number}@example.com`)
    const answers = await Promise.all(
      emails.map(async (email, number) => share(number % 2 === 0 ? reader : there, code, email)),
    )
    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200]))
    await until(async () => {
      const links: readonly { state: string }[] = await linksOf(there, code)
      return links.every(({ state }) => state === 'sent') ? true : null
    }, 'all mails to be sent')
    await first.untilIdle(reader)
    expect(smtp.mails.map(({ to }) => to).toSorted()).toEqual(emails.toSorted())
  })

  test('both know immediately when one of them deletes, restores or blocks a book', async () => {
    const { reader, code } = await first.newBook(1)
    const there = atSecond(reader)
    const [here, other] = placesOf((await reader.widget('PUT', code, '/public-link')).body)
    expect([await statusOf(here), await statusOf(other)]).toEqual([200, 200])
    await reader.widget('DELETE', code)
    expect((await there.widget('GET', code)).body.state).toBe('deleted')
    expect((await there.list()).totalCount).toBe(0)
    expect([await statusOf(other), await statusOf(`${other}/pages/1/300.jpg`)]).toEqual([404, 404])
    await there.widget('POST', code)
    expect((await reader.widget('GET', code)).body.state).toBe('ready')
    expect(await statusOf(here)).toBe(200)
    await first.block(code)
    expect([(await there.widget('GET', code)).body.state, await statusOf(other)]).toEqual(['blocked', 404])
  })

  test('show nothing for a link that was ended at the other replica', async () => {
    const { reader, code } = await first.newBook(1)
    const link = (await reader.widget('PUT', code, '/public-link')).body
    const [here, other] = placesOf(link)
    const picture = '/pages/1/300.jpg'
    expect([await statusOf(other), await statusOf(`${other}${picture}`), await statusOf(here)]).toEqual([200, 200, 200])
    await reader.widget('DELETE', code, `/links/${link.linkId}`)
    expect([await statusOf(other), await statusOf(`${other}${picture}`)]).toEqual([404, 404])
    const renewed = (await atSecond(reader).widget('PUT', code, '/public-link')).body
    expect([await statusOf(placesOf(renewed)[0]), await statusOf(other)]).toEqual([200, 404])
  })

  test('count a visitor of both replicas once', async () => {
    const { reader, code } = await first.newBook(1)
    const places = placesOf((await reader.widget('PUT', code, '/public-link')).body)
    const visits = ['Firefox/145.0', 'Chrome/140.0.0.0'].flatMap((browser) =>
      [...places, ...places].map(async (place) =>
        statusOf(`${place}/views`, { method: 'POST', headers: { 'user-agent': `Mozilla/5.0 ${browser}` } }),
      ),
    )
    expect(new Set(await Promise.all(visits))).toEqual(new Set([204]))
    expect((await atSecond(reader).widget('GET', code)).body.viewsCount).toBe(2)
  })
})
