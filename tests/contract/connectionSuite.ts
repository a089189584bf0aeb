import { crc32 } from 'node:zlib'
import { beforeEach, expect, test } from 'vitest'
import { type Answer, ask } from '../support/gateway.ts'
import type { GatewaySetup } from '../support/gatewaySetup.ts'
import { businessClaims } from '../support/invoices.ts'
import { anna, bram } from '../support/tokens.ts'
import type { Upstreams } from '../support/upstream.ts'

/** A connection field to test. Each node has a `name`, a `fileName`, a `code` or a `title`. */
export interface ConnectionCase {
  readonly name: string
  /** A query in which `CONNECTION` is replaced by the connection field. */
  readonly document: string
  /** The name of the connection field. */
  readonly field:
    | 'photos'
    | 'albums'
    | 'sharedAlbums'
    | 'downloads'
    | 'failures'
    | 'trash'
    | 'orders'
    | 'projects'
    | 'invoices'
    | 'widgets'
    | 'addresses'
  /** Reads the connection from the response data. */
  // The shape of the data depends on the document of the case.
  // oxlint-disable-next-line typescript/no-explicit-any
  read(data: any): any
  /** Fills the list of a customer with these items, highest number first. */
  fill(upstreams: Upstreams, accountId: string, numbers: readonly number[]): void
  /** The upstream service. Defaults to photos. */
  readonly service?: 'downloads' | 'orders' | 'projects' | 'invoices' | 'customers' | 'widgets'
  /** True for a list that business accounts do not have. */
  readonly isPrivate?: true
  /** The start of the path of the upstream call for a page. */
  readonly path: string
  /** The query variables for a customer. */
  variablesOf(accountId: string, gateway: GatewaySetup): Record<string, unknown>
  readonly defaultFirst: number
  /** The number of service calls for one page, in addition to the one that fetches the items. */
  readonly furtherCalls: number
  /**
   * `arguments`: the field's `sortKey` and `sortOrder` set the order. `fixed`: these arguments have no effect. `none`:
   * the field has no such arguments.
   */
  readonly order: 'arguments' | 'fixed' | 'none'
}

function namesOf(...numbers: number[]): string[] {
  return numbers.map((number) => `IMG_${number}.jpg`)
}

/** The claims of the callers of a connection. */
export function claimsFor({ isPrivate }: ConnectionCase): Readonly<Record<string, unknown>> {
  return isPrivate ? {} : businessClaims
}

/** Encodes a cursor with the checksum that all cursors contain. */
function encodeCursor(text: string): string {
  return Buffer.from(crc32(text).toString(16).padStart(8, '0') + text).toString('base64url')
}

/** The selection that reads the name of a node, for the fields whose nodes have no `name`. */
const nameFields: Readonly<Partial<Record<ConnectionCase['field'], string>>> = {
  photos: 'name: fileName',
  failures: 'name: fileName',
  trash: 'name: fileName',
  orders: 'name: code',
  projects: 'name: title',
  invoices: 'name: number',
  widgets: 'name: title',
  addresses: 'postal { name }',
}

/**
 * Defines the tests that every connection must pass. The callers have business accounts, which may read all connections
 * except those with `isPrivate`.
 */
export function describeConnection(connection: ConnectionCase, gateway: GatewaySetup): void {
  const name = nameFields[connection.field] ?? 'name'
  const pathsOfCalls = () => gateway.upstreams.pathsOf(connection.service ?? 'photos')
  const selection = `{ edges { cursor node { ${name} } } pageInfo { hasNextPage hasPreviousPage startCursor endCursor } }`
  const fill = (numbers: readonly number[], account = anna) => connection.fill(gateway.upstreams, account, numbers)

  async function page(args: string, account: string = anna): Promise<Answer & { names: string[]; page: Page }> {
    const query = connection.document.replace('CONNECTION', `${connection.field}${args} ${selection}`)
    const token = await gateway.upstreams.tokens.issue(account, claimsFor(connection))
    const answer = await ask(gateway.app, query, { token, variables: connection.variablesOf(account, gateway) })
    const found: Page = answer.data === undefined || answer.data === null ? null : connection.read(answer.data)
    return { ...answer, page: found, names: found?.edges.map(({ node }) => node.name) ?? [] }
  }

  function expectBadInput({ page: found, errors }: Awaited<ReturnType<typeof page>>): void {
    expect(found).toBeNull()
    expect(errors.map(({ extensions }) => extensions['code'])).toEqual(['BAD_USER_INPUT'])
  }

  beforeEach(() => {
    fill([1, 2, 3, 4, 5, 6, 7])
    fill([101, 102], bram)
  })

  test('pages forward to the end with endCursor, with one call per page', async () => {
    const first = await page('(first: 3)')
    expect([first.errors, first.names]).toEqual([[], namesOf(7, 6, 5)])
    expect(first.page?.pageInfo).toMatchObject({ hasNextPage: true, hasPreviousPage: false })
    const second = await page(`(first: 3, after: "${first.page?.pageInfo.endCursor}")`)
    expect(second.names).toEqual(namesOf(4, 3, 2))
    expect(second.page?.pageInfo).toMatchObject({ hasNextPage: true, hasPreviousPage: true })
    const third = await page(`(first: 3, after: "${second.page?.pageInfo.endCursor}")`)
    expect(third.names).toEqual(namesOf(1))
    expect(third.page?.pageInfo.hasNextPage).toBe(false)
    expect(pathsOfCalls()).toHaveLength(3 * (1 + connection.furtherCalls))
  })

  test('continues after any edge, not only the last', async () => {
    const whole = await page('(first: 7)')
    for (const [index, edge] of (whole.page?.edges ?? []).entries()) {
      const rest = await page(`(first: 2, after: "${edge.cursor}")`)
      expect(rest.names).toEqual(whole.names.slice(index + 1, index + 3))
    }
    const { pageInfo, edges } = whole.page ?? {}
    expect([pageInfo?.startCursor, pageInfo?.endCursor]).toEqual([edges?.[0]?.cursor, edges?.[6]?.cursor])
  })

  test('is empty after its last edge', async () => {
    const whole = await page('(first: 7)')
    const after = await page(`(first: 3, after: "${whole.page?.pageInfo.endCursor}")`)
    expect(after.page).toEqual({
      edges: [],
      pageInfo: { hasNextPage: false, hasPreviousPage: true, startCursor: null, endCursor: null },
    })
  })

  test('is empty when the list is empty', async () => {
    fill([])
    expect((await page('')).page).toEqual({
      edges: [],
      pageInfo: { hasNextPage: false, hasPreviousPage: false, startCursor: null, endCursor: null },
    })
  })

  test('neither skips nor repeats items when other items are added or removed between pages', async () => {
    const first = await page('(first: 4)')
    fill([1, 2, 3, 5, 6, 7, 50])
    const second = await page(`(first: 4, after: "${first.page?.pageInfo.endCursor}")`)
    expect([...first.names, ...second.names]).toEqual(namesOf(7, 6, 5, 4, 3, 2, 1))
    const middle = await page(`(first: 2, after: "${first.page?.edges[1]?.cursor}")`)
    expect(middle.names).toEqual(namesOf(5, 3))
  })

  test('continues with the next item when more items than a page holds were added before it', async () => {
    const first = await page('(first: 4)')
    fill([1, 2, 3, 4, 5, 6, 7, ...Array.from({ length: 40 }, (_, index) => 200 + index)])
    const middle = await page(`(first: 2, after: "${first.page?.edges[1]?.cursor}")`)
    expect(middle.names).toEqual(namesOf(5, 4))
  })

  test('continues with the next item, however many items before it were removed', async () => {
    const all = [7, 6, 5, 4, 3, 2, 1]
    for (const shown of [2, 3, 4, 5, 6]) {
      fill(all)
      const page1 = await page(`(first: ${shown})`)
      fill([7, ...all.slice(shown)])
      const page2 = await page(`(first: 7, after: "${page1.page?.pageInfo.endCursor}")`)
      expect([...page1.names, ...page2.names]).toEqual(namesOf(...all))
    }
  })

  test('continues by index when the item of the cursor was removed', async () => {
    const first = await page('(first: 4)')
    fill([1, 2, 3, 4, 5, 7])
    const middle = await page(`(first: 2, after: "${first.page?.edges[1]?.cursor}")`)
    expect(middle.names).toEqual(namesOf(5, 4))
  })

  test('has a default page size, and a maximum of 500', async () => {
    fill(Array.from({ length: 620 }, (_, index) => index))
    expect((await page('')).names).toHaveLength(connection.defaultFirst)
    expect((await page('(first: 500)')).names).toHaveLength(500)
  })

  test.each([-1, 0, 501, 100_000])('rejects first: %d', async (first) => {
    expectBadInput(await page(`(first: ${first})`))
    expect(pathsOfCalls()).toEqual([])
  })

  test.each(['', 'nonsense', 'bm9uc2Vuc2U', '!', 'x'.repeat(3_000)])(
    'rejects a malformed cursor: %.20s',
    async (after) => {
      expectBadInput(await page(`(after: "${after}")`))
      expect(pathsOfCalls()).toHaveLength(connection.furtherCalls)
    },
  )

  test.each(['"3"', '1.5', 'true', 'ASC', '2147483648'])(
    'rejects first when it is not an integer: %s',
    async (first) => {
      const { data, errors } = await page(`(first: ${first})`)
      expect(data).toBeUndefined()
      expect(errors.map(({ extensions }) => extensions['code'])).toEqual(['GRAPHQL_VALIDATION_FAILED'])
      expect(pathsOfCalls()).toEqual([])
    },
  )

  test('rejects a cursor of another version, even with a valid checksum', async () => {
    const cursor = (await page('(first: 3)')).page?.pageInfo.endCursor ?? ''
    const text = Buffer.from(cursor, 'base64url').toString().slice(8)
    expect(encodeCursor(text)).toBe(cursor)
    expectBadInput(await page(`(after: "${encodeCursor(text.replace('[1,', '[2,'))}")`))
  })

  test('rejects a cursor with any altered character', async () => {
    const cursor = (await page('(first: 3)')).page?.pageInfo.endCursor ?? ''
    for (let place = 0; place < cursor.length; place += 7) {
      const letter = cursor[place] === 'A' ? 'B' : 'A'
      expectBadInput(await page(`(after: "${cursor.slice(0, place)}${letter}${cursor.slice(place + 1)}")`))
    }
  })

  test('rejects a cursor of another customer', async () => {
    const cursor = (await page('(first: 1)', bram)).page?.pageInfo.endCursor
    expectBadInput(await page(`(after: "${cursor}")`))
  })

  const testWithArguments = connection.order === 'arguments' ? test : null
  testWithArguments?.('rejects a cursor of another order', async () => {
    const ascending = (await page('(first: 1, sortOrder: ASC)')).page?.pageInfo.endCursor
    expectBadInput(await page(`(after: "${ascending}", sortOrder: DESC)`))
  })

  test('reports an invalid cursor when the service rejects it', async () => {
    const cursor = (await page('(first: 3)')).page?.pageInfo.endCursor
    gateway.upstreams.fail(connection.path, { kind: 'status', status: 400 })
    expectBadInput(await page(`(after: "${cursor}")`))
  })

  const testOrder = connection.order === 'none' ? null : test
  testOrder?.(`is sorted ${connection.order === 'fixed' ? 'in a fixed order' : 'by its arguments'}`, async () => {
    const first = connection.order === 'fixed' ? namesOf(7, 6) : namesOf(1, 2)
    expect((await page('(first: 2, sortOrder: ASC)')).names).toEqual(first)
    expect((await page('(first: 2, sortKey: CREATED, sortOrder: ASC)')).names).toEqual(first)
  })

  test('makes one call per page, however many items the page has', async () => {
    await page('(first: 7)')
    expect(pathsOfCalls()).toHaveLength(1 + connection.furtherCalls)
  })
}

type Page = {
  edges: { cursor: string; node: { name: string } }[]
  pageInfo: { hasNextPage: boolean; hasPreviousPage: boolean; startCursor: string | null; endCursor: string | null }
} | null
