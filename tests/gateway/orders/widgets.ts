import { randomUUID } from 'node:crypto'
import { describe, expect, test } from 'vitest'
import type { WidgetsTables } from '../../../services/widgets/tables.ts'
import { ask } from '../../support/gateway.ts'
import { globalId } from '../../support/globalIds.ts'
import type { RealOrders } from './realOrders.ts'

const widgetId = (code: string) => globalId('Widget', code)

const list = `query ($skip: Int! = 0, $first: Int, $after: String) { viewer {
  widgets(skip: $skip, first: $first, after: $after) {
    totalCount edges { node { productCode } } pageInfo { hasNextPage hasPreviousPage endCursor }
  } } }`

const whole = `id productCode orderCode title state pageCount missingPageCount createdAt restorableUntil publicUrl
  embedCode recipientCount viewCount`

const createWidget = `mutation ($productCode: String!) { createWidget(input: { productCode: $productCode }) {
  __typename ... on CreateWidgetSuccess { widget { id productCode state } } ... on UserError { code } } }`

const deleteWidget = `mutation ($id: ID!) { deleteWidget(input: { widgetId: $id }) {
  __typename ... on DeleteWidgetSuccess { deletedWidgetId widget { state restorableUntil } } ... on UserError { code } } }`

const createLink = `mutation ($id: ID!) { createPublicWidgetLink(input: { widgetId: $id }) { __typename
  ... on CreatePublicWidgetLinkSuccess { link { id kind state url } widget { publicUrl embedCode links { id } } }
  ... on UserError { code } } }`

const endLink = `mutation ($id: ID!) { endWidgetLink(input: { linkId: $id }) { __typename
  ... on EndWidgetLinkSuccess { endedLinkId widget { publicUrl links { id state url } } } ... on UserError { code } } }`

const readBook = `query ($token: String!) { book(token: $token) { title pageCount
  pages(first: 2) { edges { node { number takenOn imageUrl(width: MEDIUM) } } pageInfo { hasNextPage } } } }`

interface Listed {
  readonly edges: readonly { readonly node: { readonly productCode: string } }[]
}
const codesOf = ({ edges }: Listed) => edges.map(({ node }) => node.productCode)

/** Tests the online books of private accounts. */
export function describeWidgets(real: RealOrders): void {
  const calls = () => real.links.widgets.calls

  /** Writes orders with one photo book each, newest first. Returns their codes. */
  const order = (accountId: string, count: number, articleName = 'PhotoBook') =>
    real.write(
      accountId,
      Array.from({ length: count }, (_, index) => ({
        placed: new Date(Date.now() - index * 60_000),
        lines: [{}, { articleName, title: `Holiday ${index}` }],
      })),
    )

  /** Writes a ready book of three pages for the second line of each order. Returns the codes of the lines. */
  async function writeBooks(accountId: string, orderCodes: readonly string[]): Promise<string[]> {
    const database = real.services.platform.database<WidgetsTables>('widgets')
    const codes = orderCodes.map((code) => `${code}-2`)
    const books = orderCodes.map((order_code, index) => ({
      code: `${order_code}-2`,
      account_id: accountId,
      order_code,
      title: `Holiday & <"${index}">`,
      state: 'ready' as const,
      ordered_at: new Date(Date.now() - index * 60_000),
    }))
    await database.insertInto('widgets').values(books).execute()
    const pages = codes.flatMap((code) =>
      [1, 2, 3].map((number) => ({
        code,
        number,
        photo_id: null,
        taken_on: number === 1 ? '2026-05-01' : null,
        has_picture: number < 3,
      })),
    )
    await database.insertInto('widget_pages').values(pages).execute()
    return codes
  }

  async function withBook(): Promise<{ accountId: string; orderCode: string; code: string; id: string }> {
    const accountId = randomUUID()
    const [orderCode = ''] = await order(accountId, 1)
    const [code = ''] = await writeBooks(accountId, [orderCode])
    return { accountId, orderCode, code, id: widgetId(code) }
  }

  describe('the online books of a private account', () => {
    test('of the lines of 100 orders take one call', async () => {
      const accountId = randomUUID()
      const codes = await order(accountId, 100)
      const books = await writeBooks(accountId, codes.slice(0, 99))
      const query = `{ viewer { orders(first: 100) { edges { node { lines { widget { productCode state } } } } } } }`
      const { edges } = (await real.read(accountId, query)).viewer.orders
      const shown = edges.map(({ node }: { node: { lines: { widget: unknown }[] } }) =>
        node.lines.map(({ widget }) => widget),
      )
      expect(shown).toEqual([
        ...books.map((productCode) => [null, { productCode, state: 'READY' }]),
        // The book of this order does not exist yet.
        [null, null],
      ])
      expect(calls()).toEqual([`GET /v1/widget/all?orderCodes=${codes.join('%2C')}`])
    })

    test('are not asked for when no line is a photo book', async () => {
      const accountId = randomUUID()
      await order(accountId, 3, 'Calendar')
      const query = `{ viewer { orders { edges { node { lines { widget { id } } } } } } }`
      const { edges } = (await real.read(accountId, query)).viewer.orders
      expect([edges.length, calls()]).toEqual([3, []])
    })

    test('are listed, newest order first, with one call per page', async () => {
      const accountId = randomUUID()
      const books = await writeBooks(accountId, await order(accountId, 25))
      const page = async (variables: Record<string, unknown>) =>
        (await real.read(accountId, list, variables)).viewer.widgets
      const first = await page({})
      expect([codesOf(first), first.totalCount, first.pageInfo.hasNextPage]).toEqual([books.slice(0, 20), 25, true])
      const second = await page({ after: first.pageInfo.endCursor })
      expect([codesOf(second), second.pageInfo.hasNextPage]).toEqual([books.slice(20), false])
      const third = await page({ skip: 10, first: 5 })
      expect([codesOf(third), third.pageInfo.hasPreviousPage]).toEqual([books.slice(10, 15), true])
      expect(calls()).toEqual([
        'GET /v1/widgets?skip=0&limit=21',
        'GET /v1/widgets?skip=19&limit=22',
        'GET /v1/widgets?skip=10&limit=6',
      ])
      for (const skip of [-1, 10_000]) {
        const { data, errors } = await real.ask(accountId, list, { skip })
        expect([data.viewer.widgets, errors[0]?.extensions['code']]).toEqual([null, 'BAD_USER_INPUT'])
      }
    })

    test('have all facts, and lead to their orders', async () => {
      const { accountId, orderCode, code, id } = await withBook()
      const query = `query ($code: String!) { viewer { widget(productCode: $code) { ${whole} order { code } } } }`
      const { viewer } = await real.read(accountId, query, { code: code.toLowerCase() })
      expect(viewer.widget).toEqual({
        id,
        productCode: code,
        orderCode,
        title: 'Holiday & <"0">',
        state: 'READY',
        pageCount: 3,
        missingPageCount: 1,
        createdAt: expect.stringMatching(/^\d{4}-.+Z$/),
        restorableUntil: null,
        publicUrl: null,
        embedCode: null,
        recipientCount: 0,
        viewCount: 0,
        order: { code: orderCode },
      })
    })

    test('are found by their ids with one call; those of others, and unknown ones, are not', async () => {
      const [own, other] = [await withBook(), await withBook()]
      const ids = [own.code, other.code, own.code.toLowerCase(), own.orderCode, 'x,y', 'x'.repeat(101)].map(widgetId)
      const query = 'query ($ids: [ID!]!) { nodes(ids: $ids) { ... on Widget { productCode } } }'
      const { nodes } = await real.read(own.accountId, query, { ids })
      expect(nodes).toEqual([{ productCode: own.code }, null, null, null, null, null])
      expect(calls().length).toBe(1)
      const ofOther = 'query ($code: String!) { viewer { widget(productCode: $code) { id } } }'
      expect((await real.read(own.accountId, ofOther, { code: other.code })).viewer.widget).toBeNull()
    })

    test('are made for older orders, deleted twice, and restored', async () => {
      const accountId = randomUUID()
      const [orderCode = ''] = await order(accountId, 1)
      const productCode = `${orderCode}-2`
      const created = (await real.read(accountId, createWidget, { productCode })).createWidget
      expect(created).toMatchObject({ __typename: 'CreateWidgetSuccess', widget: { productCode } })
      const { id } = created.widget
      for (let time = 1; time <= 2; time += 1) {
        const deleted = (await real.read(accountId, deleteWidget, { id })).deleteWidget
        expect(deleted).toEqual({
          __typename: 'DeleteWidgetSuccess',
          deletedWidgetId: id,
          widget: { state: 'DELETED', restorableUntil: expect.any(String) },
        })
      }
      expect((await real.read(accountId, list)).viewer.widgets.totalCount).toBe(0)
      const restored = (await real.read(accountId, createWidget, { productCode })).createWidget
      expect(restored.widget.id).toBe(id)
      expect((await real.read(accountId, list)).viewer.widgets.totalCount).toBe(1)
      // The first line of the order is a mug.
      const mug = (await real.read(accountId, createWidget, { productCode: `${orderCode}-1` })).createWidget
      expect(mug).toEqual({ __typename: 'WidgetNotFound', code: 'NOT_FOUND' })
    })

    test('cannot be made, deleted or shared by another account', async () => {
      const { code: productCode, id } = await withBook()
      const stranger = randomUUID()
      const notFound = { __typename: 'WidgetNotFound', code: 'NOT_FOUND' }
      expect(await real.read(stranger, createWidget, { productCode })).toEqual({ createWidget: notFound })
      expect(await real.read(stranger, deleteWidget, { id })).toEqual({ deleteWidget: notFound })
      expect(await real.read(stranger, createLink, { id })).toEqual({ createPublicWidgetLink: notFound })
    })

    test('are opened without a sign-in by a link until it is ended', async () => {
      const { accountId, id } = await withBook()
      const created = (await real.read(accountId, createLink, { id })).createPublicWidgetLink
      const { link, widget } = created
      expect(link).toMatchObject({ kind: 'PUBLIC', state: 'ACTIVE', url: widget.publicUrl })
      expect(widget.links).toEqual([{ id: link.id }])
      expect(widget.embedCode).toBe(
        `<iframe src="${link.url}/embed" title="Holiday &amp; &lt;&quot;0&quot;&gt;" width="800" height="500" style="border:0;max-width:100%" sandbox="allow-scripts" allow="fullscreen" loading="lazy"></iframe>`,
      )
      const token = link.url.split('/').at(-1)
      const book = await ask(real.app, readBook, { variables: { token } })
      const imageUrl = (number: number) => `/books/${token}/pages/${number}/800.jpg`
      expect([book.data, book.errors]).toEqual([
        {
          book: {
            title: 'Holiday & <"0">',
            pageCount: 3,
            pages: {
              edges: [
                { node: { number: 1, takenOn: '2026-05-01', imageUrl: imageUrl(1) } },
                { node: { number: 2, takenOn: null, imageUrl: imageUrl(2) } },
              ],
              pageInfo: { hasNextPage: true },
            },
          },
        },
        [],
      ])
      const byId = 'query ($id: ID!) { node(id: $id) { ... on WidgetLink { url } } }'
      expect((await real.read(accountId, byId, { id: link.id })).node).toEqual({ url: link.url })
      expect((await real.read(randomUUID(), byId, { id: link.id })).node).toBeNull()
      const foreign = (await real.read(randomUUID(), endLink, { id: link.id })).endWidgetLink
      expect(foreign).toEqual({ __typename: 'WidgetLinkNotFound', code: 'NOT_FOUND' })

      const ended = (await real.read(accountId, endLink, { id: link.id })).endWidgetLink
      const links = [{ id: link.id, state: 'ENDED', url: null }]
      expect(ended).toMatchObject({ endedLinkId: link.id, widget: { publicUrl: null, links } })
      const gone = await ask(real.app, readBook, { variables: { token } })
      expect([gone.data, gone.errors]).toEqual([{ book: null }, []])
    })

    test.each(['', 'x', '../v1/categories', 'x'.repeat(2_000)])(
      'are not opened by the wrong token %j',
      async (token) => {
        const { data, errors } = await ask(real.app, readBook, { variables: { token } })
        expect([data, errors]).toEqual([{ book: null }, []])
      },
    )

    test('of a blocked order are BLOCKED, and their links show nothing', async () => {
      const { accountId, orderCode, code, id } = await withBook()
      const { link } = (await real.read(accountId, createLink, { id })).createPublicWidgetLink
      const database = real.services.platform.database<WidgetsTables>('widgets')
      await database.insertInto('blocked_orders').values({ order_code: orderCode }).execute()
      const query = `query ($code: String!, $order: String!) { viewer {
        widget(productCode: $code) { state ownerUrl } order(code: $order) { isBlocked } } }`
      const { viewer } = await real.read(accountId, query, { code, order: orderCode })
      expect(viewer).toEqual({ widget: { state: 'BLOCKED', ownerUrl: null }, order: { isBlocked: true } })
      const token = link.url.split('/').at(-1)
      expect((await ask(real.app, readBook, { variables: { token } })).data).toEqual({ book: null })
      const blocked = { __typename: 'WidgetBlocked', code: 'WIDGET_BLOCKED' }
      expect(await real.read(accountId, createLink, { id })).toEqual({ createPublicWidgetLink: blocked })
    })

    test('are null for a business account without a call', async () => {
      const { accountId, code, orderCode, id } = await withBook()
      const query = `query ($code: String!, $order: String!, $id: ID!) { node(id: $id) { id } viewer {
        widgets { totalCount } widget(productCode: $code) { id } galleryCategories { id }
        order(code: $order) { isBlocked lines { widget { id } } } } }`
      const shown = await real.readAsBusiness(accountId, query, { code, order: orderCode, id })
      expect(shown).toEqual({
        node: null,
        viewer: {
          widgets: null,
          widget: null,
          galleryCategories: null,
          order: { isBlocked: null, lines: [{ widget: null }, { widget: null }] },
        },
      })
      const { deleteWidget: refused } = await real.readAsBusiness(accountId, deleteWidget, { id })
      expect(refused).toEqual({ __typename: 'WidgetNotFound', code: 'NOT_FOUND' })
      expect(calls()).toEqual([])
    })
  })
}
