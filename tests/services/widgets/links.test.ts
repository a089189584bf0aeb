import { randomUUID } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { createBookTokens } from '../../../services/widgets/tokens.ts'
import { removeDeleted } from '../../../services/widgets/upkeep.ts'
import { databaseKinds } from '../../support/database.ts'
import { codeOf, type Reader, superCodeOf, WidgetServices } from './widgetServices.ts'

const dayMilliseconds = 86_400_000

const publicLink = async (reader: Reader, code: string) => (await reader.widget('PUT', code, '/public-link')).body

const namesOf = (widgets: readonly { readonly widgetId: string }[]) => widgets.map(({ widgetId }) => widgetId)

describe.each(databaseKinds)('the links of online books, on %s', (kind) => {
  const services = new WidgetServices(kind)

  test('a public link is created once, is listed, and never works again after it was ended, even if it is ended twice', async () => {
    const { reader, code } = await services.newBook()
    const made = await Promise.all([publicLink(reader, code), publicLink(reader, code)])
    expect(made[0]).toEqual(made[1])
    const [{ linkId, url }] = made
    expect(made[0]).toMatchObject({
      kind: 'public',
      state: 'active',
      expires: null,
      recipientEmail: null,
      viewsCount: 0,
    })
    expect(url).toMatch(/^http:\/\/keepsake\.test:4000\/books\/[\w-]{43}$/)
    expect((await reader.widget('GET', code)).body.publicUrl).toBe(url)
    expect(await services.isShown(url)).toBe(true)
    expect((await reader.widget('GET', code, '/links')).body.links).toEqual([made[0]])
    const end = async () => (await reader.widget('DELETE', code, `/links/${linkId}`)).status
    expect([await end(), await end()]).toEqual([204, 204])
    expect(await services.isShown(url)).toBe(false)
    const [ended] = (await reader.widget('GET', code, '/links')).body.links
    expect(ended).toMatchObject({ linkId, state: 'ended', url: null })
    expect((await reader.widget('GET', code)).body.publicUrl).toBeNull()
    const again = await publicLink(reader, code)
    expect(again.url).not.toBe(url)
    expect(await services.isShown(again.url)).toBe(true)
    expect(await services.isShown(url)).toBe(false)
  })

  test('an unknown link, and a link of another customer or another book, can neither be read nor ended', async () => {
    const [one, other] = [await services.newBook(1), await services.newBook(1)]
    const { linkId, url } = await publicLink(one.reader, one.code)
    for (const [reader, code, link] of [
      [other.reader, one.code, linkId],
      [other.reader, other.code, linkId],
      [one.reader, one.code, randomUUID()],
      [one.reader, one.code, 'x'],
    ] as const) {
      expect(codeOf(await reader.widget('DELETE', code, `/links/${link}`))).toEqual([404, 'NOT_FOUND'])
    }
    expect(codeOf(await other.reader.widget('GET', one.code, '/links'))).toEqual([404, 'NOT_FOUND'])
    expect(codeOf(await other.reader.widget('PUT', one.code, '/public-link'))).toEqual([404, 'NOT_FOUND'])
    for (const method of ['GET', 'POST', 'DELETE'])
      expect(codeOf(await other.reader.widget(method, one.code))).toEqual([404, 'NOT_FOUND'])
    expect((await other.reader.call('GET', `/widgets/v1/widget/all?orderCodes=${one.code}`)).body.widgets).toEqual([])
    expect(await services.isShown(url)).toBe(true)
  })

  test('a deleted book has no working link, not even its owner’s, and restoring it makes its links work again', async () => {
    const { reader, code } = await services.newBook(1)
    const { url } = await publicLink(reader, code)
    const { ownerUrl } = (await reader.widget('GET', code)).body
    expect([await services.isShown(url), await services.isShown(ownerUrl)]).toEqual([true, true])
    // The book is deleted in two tabs at once, and once more afterwards.
    const deleted = await Promise.all([reader.widget('DELETE', code), reader.widget('DELETE', code)])
    expect([...deleted.map(({ status }) => status), (await reader.widget('DELETE', code)).status]).toEqual([
      204, 204, 204,
    ])
    expect([await services.isShown(url), await services.isShown(ownerUrl)]).toEqual([false, false])
    const widget = (await reader.widget('GET', code)).body
    expect(widget).toMatchObject({ state: 'deleted', ownerUrl: null, publicUrl: null })
    const days = (Date.parse(widget.restorableUntil) - Date.now()) / dayMilliseconds
    expect(Math.round(days)).toBe(30)
    expect((await reader.list()).totalCount).toBe(0)
    expect(codeOf(await reader.widget('PUT', code, '/public-link'))).toEqual([409, 'NOT_READY'])
    expect((await reader.widget('POST', code)).body).toMatchObject({
      state: 'ready',
      publicUrl: url,
      restorableUntil: null,
    })
    expect(await services.isShown(url)).toBe(true)
    expect((await reader.list()).totalCount).toBe(1)
  })

  test('after 30 days, a deleted book is removed with its files, and can be created again, without its links', async () => {
    const { reader, code } = await services.newBook(1)
    const { url } = await publicLink(reader, code)
    await reader.widget('DELETE', code)
    const age = async (days: number) => {
      const deleted_at = new Date(Date.now() - days * dayMilliseconds)
      await services.widgets.updateTable('widgets').set({ deleted_at }).where('code', '=', code).execute()
      const parts = { platform: services.platform, database: services.widgets }
      await removeDeleted(parts, AbortSignal.timeout(60_000))
      await services.untilIdle(reader)
    }
    await age(29.9)
    expect((await reader.widget('GET', code)).body.state).toBe('deleted')
    await age(30.1)
    expect(codeOf(await reader.widget('GET', code))).toEqual([404, 'NOT_FOUND'])
    expect(await services.pictureOf(reader, code, 1)).toBeNull()
    expect((await reader.widget('POST', code)).status).toBe(201)
    await reader.untilState(code, 'ready')
    expect(await services.isShown(url)).toBe(false)
    expect((await reader.widget('POST', code)).status).toBe(200)
  })

  test('the books of a blocked order cannot be opened, and only the owner learns the reason', async () => {
    const { reader, code } = await services.newBook(1)
    const { url } = await publicLink(reader, code)
    const { ownerUrl } = (await reader.widget('GET', code)).body
    const isBlocked = async (order: string) => {
      const headers = { authorization: '' }
      return (await reader.call('GET', `/widgets/v1/blockedorders/${order}`, { headers })).body
    }
    const order = superCodeOf(code)
    expect(await isBlocked(order.toLowerCase())).toEqual({ orderCode: order, isBlocked: false })
    expect(await isBlocked('UNKNOWN')).toEqual({ orderCode: 'UNKNOWN', isBlocked: false })
    expect([await services.block(code), await services.block(code)]).toEqual([204, 204])
    expect((await isBlocked(order)).isBlocked).toBe(true)
    expect([await services.isShown(url), await services.isShown(ownerUrl)]).toEqual([false, false])
    expect((await reader.widget('GET', code)).body).toMatchObject({ state: 'blocked', ownerUrl: null, publicUrl: null })
    expect(codeOf(await reader.widget('PUT', code, '/public-link'))).toEqual([409, 'BLOCKED'])
    expect((await reader.widget('DELETE', code)).status).toBe(204)
    expect(codeOf(await reader.widget('POST', code))).toEqual([409, 'BLOCKED'])
    expect(await services.block(code, false)).toBe(204)
    expect((await reader.widget('POST', code)).status).toBe(200)
    expect(await services.isShown(url)).toBe(true)
    const operator = readFileSync(join(services.dataDir, 'keys', 'operator'), 'utf8').trim()
    const headers = { authorization: '', 'x-operator-secret': operator }
    expect((await reader.call('PUT', `/widgets/dev/blockedorders/${order}`, { headers })).status).toBe(204)
    expect(await services.isShown(url)).toBe(false)
  })

  test('an account that is marked for deletion has no working link until the deletion is undone', async () => {
    const { reader, code } = await services.newBook(1)
    const { url } = await publicLink(reader, code)
    await services.appendEvent(reader.id, 'account.deletionScheduled', { deletesAt: new Date().toISOString() })
    await expect.poll(() => services.isShown(url)).toBe(false)
    await services.appendEvent(reader.id, 'account.deletionCancelled', {})
    await expect.poll(() => services.isShown(url)).toBe(true)
  })

  test('an expired link shows nothing, and its recipient is not counted', async () => {
    const { reader, code } = await services.newBook(1)
    const ids = [randomUUID(), randomUUID()]
    const times = [new Date(Date.now() - 1_000), new Date(Date.now() + 60_000)]
    await services.widgets
      .insertInto('links')
      .values(
        ids.map((id, index) => ({
          id,
          code,
          account_id: reader.id,
          kind: 'recipient' as const,
          recipient_email: `Friend-${index}@example.com`,
          recipient_key: `friend-${index}@example.com`,
          sender_name: 'Mira',
          message: null,
          brand: 'keepsake',
          locale: null,
          expires_at: times[index] ?? null,
          mail_state: 'sent' as const,
          views_count: 2,
        })),
      )
      .execute()
    const tokens = createBookTokens(await services.platform.secrets.readOrMake('books'))
    const shown = await Promise.all(ids.map(async (id) => services.isShown(tokens.ofLink(id))))
    expect(shown).toEqual([false, true])
    expect((await reader.widget('GET', code)).body).toMatchObject({ recipientsCount: 1, viewsCount: 4 })
    const { links } = (await reader.widget('GET', code, '/links')).body
    const states = Object.fromEntries(links.map((link: { linkId: string; state: string }) => [link.linkId, link.state]))
    expect(states).toEqual({ [ids[0] ?? '']: 'expired', [ids[1] ?? '']: 'sent' })
  })

  test('books are listed in pages, those of the newest order first, and one call reads the books of many orders', async () => {
    const reader = await services.newReader()
    const photo = await services.addPicture(reader)
    const codes: string[] = []
    for (const title of ['First', 'Second', 'Third']) codes.push(await services.orderBook(reader, [photo], title))
    for (const code of codes) await reader.untilState(code, 'ready')
    const [first = '', second = '', third = ''] = codes
    const page = await reader.list('?skip=1&limit=1')
    expect([namesOf(page.widgets), page.totalCount]).toEqual([[second], 3])
    const all = async (query: string) => reader.call('GET', `/widgets/v1/widget/all?orderCodes=${query}`)
    await reader.widget('DELETE', third)
    const read = await all([superCodeOf(first).toLowerCase(), third, 'UNKNOWN', ''].join(','))
    expect(namesOf(read.body.widgets)).toEqual([third, first])
    expect((await all(Array(101).fill('A').join(','))).status).toBe(400)
    expect((await all(Array(100).fill('A').join(','))).status).toBe(200)
    expect(codeOf(await reader.widget('GET', 'A%00B'))).toEqual([404, 'NOT_FOUND'])
    expect(codeOf(await reader.widget('POST', 'UNKNOWN-1'))).toEqual([404, 'NOT_FOUND'])
  })
})

describe('the tokens of books', () => {
  const services = new WidgetServices(databaseKinds[0])

  test('identify their link, and altered or shortened tokens are invalid', async () => {
    const tokens = createBookTokens(await services.platform.secrets.readOrMake('books'))
    const id = randomUUID()
    const token = tokens.ofLink(id)
    expect(token).toHaveLength(43)
    expect(tokens.ofLink(id)).toBe(token)
    expect(tokens.read(token)).toEqual({ kind: 'link', linkId: id })
    for (let index = 0; index < token.length; index += 1) {
      const altered = token.slice(0, index) + (token[index] === 'A' ? 'B' : 'A') + token.slice(index + 1)
      expect(tokens.read(altered)).toBeNull()
    }
    for (const wrong of ['', token.slice(1), `${token}A`, `${token}=`, id, `o.${token}`])
      expect(tokens.read(wrong)).toBeNull()
  })

  test('of owners are valid for an hour, and cannot be extended or used for another book', async () => {
    const tokens = createBookTokens(await services.platform.secrets.readOrMake('books'))
    const now = new Date('2026-11-29T12:00:01Z')
    const token = tokens.ofOwner('K-1', now)
    const read = tokens.read(token)
    expect(read).toMatchObject({ kind: 'owner', code: 'K-1' })
    const minutes = read?.kind === 'owner' ? (read.expires - now.getTime() / 1_000) / 60 : 0
    expect([minutes >= 60, minutes <= 65]).toEqual([true, true])
    const [, code = '', expires = '', mac = ''] = token.split('.')
    expect(tokens.read(`o.${code}.${Number(expires) + 1}.${mac}`)).toBeNull()
    expect(tokens.read(`o.${Buffer.from('K-2').toString('base64url')}.${expires}.${mac}`)).toBeNull()
  })
})
