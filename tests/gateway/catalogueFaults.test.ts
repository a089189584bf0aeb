import type { FastifyInstance } from 'fastify'
import { beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { ask } from '../support/gateway.ts'
import { setUpGateway } from '../support/gatewaySetup.ts'
import { globalId, photoId } from '../support/globalIds.ts'
import { buildPhoto, imageIdOf } from '../support/photoLibrary.ts'
import { RecordingLink } from '../support/recordingLink.ts'
import { buildProject } from '../support/savedProjects.ts'
import { anna } from '../support/tokens.ts'
import type { Fault } from '../support/upstreamFaults.ts'

const gateway = setUpGateway({ UPSTREAM_RETRY_SHARE: '1' })
/** A gateway with short timeouts. */
let shortTimeoutApp: FastifyInstance

beforeAll(async () => {
  shortTimeoutApp = await gateway.startWithShortTimeouts()
})
beforeEach(() => {
  gateway.upstreams.library(anna).photos = [buildPhoto(1), buildPhoto(2)]
  const projects = [1, 2].map((number) => buildProject(number, { thumbnailPhotoIds: [imageIdOf(number)] }))
  Object.assign(gateway.upstreams.projects(anna), { saved: projects, deleted: [] })
})

const page = `{ viewer { email projects { totalCount edges { node { title product { title } thumbnail(width: 300) { width } } } }
  orderByDates(country: "NL") { orderBy products { title } campaign { title } } shops { channel articles { title } } } }`

const book = { title: 'Photo book' }
const whole = {
  email: 'a@example.com',
  projects: {
    totalCount: 2,
    edges: [1, 2].map((number) => ({
      node: { title: `IMG_${number}.jpg`, product: book, thumbnail: { width: 300 } },
    })),
  },
  orderByDates: [{ orderBy: '2026-12-17', products: [book], campaign: { title: 'Christmas' } }],
  shops: [{ channel: 'k', articles: [book] }],
}

const faults: [string, Fault, string][] = [
  ['hangs', { kind: 'hang' }, 'UPSTREAM_TIMEOUT'],
  ['resets the connection', { kind: 'reset' }, 'UPSTREAM_UNAVAILABLE'],
  ['answers 409', { kind: 'status', status: 409 }, 'CONFLICT'],
  ['limits the rate', { kind: 'status', status: 429, retryAfter: '60' }, 'RATE_LIMITED'],
  ['answers 500', { kind: 'status', status: 500 }, 'UPSTREAM_UNAVAILABLE'],
  ['sends garbage', { kind: 'body', text: '<html>' }, 'UPSTREAM_INVALID_RESPONSE'],
  [
    'sends another shape',
    { kind: 'body', text: '{"projects":{},"data":[],"articleGroups":1}' },
    'UPSTREAM_INVALID_RESPONSE',
  ],
]

async function ofPage(fault: Fault) {
  const app = fault.kind === 'hang' ? shortTimeoutApp : gateway.app
  const { data, errors } = await ask(app, page, { token: gateway.token })
  const found = errors.map(({ path, extensions }) => [path?.join('.'), extensions['code']])
  return { viewer: data.viewer, errors: found }
}

describe.each(faults)('when an upstream %s, a page shows the rest:', (_what, fault, code) => {
  test('without the projects', async () => {
    gateway.upstreams.fail('/projects/api', fault)
    expect(await ofPage(fault)).toEqual({ viewer: { ...whole, projects: null }, errors: [['viewer.projects', code]] })
  })

  test('without the shops', async () => {
    gateway.upstreams.fail('/merchandise', fault)
    expect(await ofPage(fault)).toEqual({ viewer: { ...whole, shops: null }, errors: [['viewer.shops', code]] })
  })

  test('without the order-by dates', async () => {
    gateway.upstreams.fail('/products/v1/ArticleGroup', fault)
    const errors = [['viewer.orderByDates', code]]
    expect(await ofPage(fault)).toEqual({ viewer: { ...whole, orderByDates: null }, errors })
  })

  test('without the season', async () => {
    gateway.upstreams.fail('/products/v1/Campaign', fault)
    const orderByDates = whole.orderByDates.map((date) => ({ ...date, campaign: null }))
    const errors = [['viewer.orderByDates.0.campaign', code]]
    expect(await ofPage(fault)).toEqual({ viewer: { ...whole, orderByDates }, errors })
  })

  test('without the PDFs of ordered products', async () => {
    gateway.upstreams.fail('/products/v1/Pdfs/me', fault)
    const app = fault.kind === 'hang' ? shortTimeoutApp : gateway.app
    const query = `{ product(code: "PAP_370") { title } viewer { productPdfs(productCodes: ["K-1"]) { url } } }`
    const { data, errors } = await ask(app, query, { token: gateway.token })
    expect(data).toEqual({ product: book, viewer: { productPdfs: null } })
    expect(errors.map(({ path, extensions }) => [path?.join('.'), extensions['code']])).toEqual([
      ['viewer.productPdfs', code],
    ])
  })
})

test('while the products service is down, projects and order-by dates are shown without their products', async () => {
  gateway.upstreams.fail('/products/v1/Products', { kind: 'status', status: 500 })
  const { viewer, errors } = await ofPage({ kind: 'status', status: 500 })
  expect(viewer.projects.edges.map(({ node }: { node: unknown }) => node)).toEqual(
    [1, 2].map((number) => ({ title: `IMG_${number}.jpg`, product: null, thumbnail: { width: 300 } })),
  )
  expect(viewer.orderByDates).toEqual([{ ...whole.orderByDates[0], products: null }])
  expect(errors.map(([, code]) => code)).toEqual(Array(3).fill('UPSTREAM_UNAVAILABLE'))
})

test('while the photos service is down, projects are shown without their pictures', async () => {
  gateway.upstreams.fail('/photos', { kind: 'status', status: 500 })
  const { viewer } = await ofPage({ kind: 'status', status: 500 })
  expect(viewer.projects.edges.map(({ node }: { node: { thumbnail: unknown } }) => node.thumbnail)).toEqual([
    null,
    null,
  ])
})

test('the whole page takes one call for each list, the products, the pictures, the season and the articles', async () => {
  expect(await ofPage({ kind: 'hugeBody' })).toEqual({ viewer: whole, errors: [] })
  const paths = gateway.upstreams.calls
    .map(({ path }) => path.replace(/\?.*/, ''))
    .filter((path) => !path.includes('jwks'))
  expect(paths.toSorted()).toEqual(
    [
      `/projects/api/v2/projects/${anna}`,
      '/photos/photos/lookup',
      '/products/v1/ArticleGroup',
      '/products/v1/Campaign/christmas',
      '/products/v1/Products',
      '/merchandise/graphql',
      '/merchandise/graphql',
    ].toSorted(),
  )
})

test('the pictures of 10 projects are loaded with one call, and those in the trash are left out', async () => {
  const { upstreams } = gateway
  upstreams.library(anna).photos = Array.from({ length: 30 }, (_, index) => buildPhoto(index + 11))
  upstreams.projects(anna).saved = Array.from({ length: 10 }, (_, index) =>
    buildProject(index, { thumbnailPhotoIds: [0, 1, 2, 3].map((place) => imageIdOf(index * 4 + place)) }),
  )
  const query = '{ viewer { projects { edges { node { firstPhotos { id } thumbnail(width: 800) { url width } } } } } }'
  const { data, errors } = await gateway.ask(query)
  expect(errors).toEqual([])
  const shown = data.viewer.projects.edges.map(({ node }: { node: { firstPhotos: { id: string }[] } }) => node)
  expect(shown[1].thumbnail).toBeNull()
  expect(shown[2].firstPhotos.map(({ id }: { id: string }) => id)).toEqual([photoId(11)])
  expect(shown[3].firstPhotos.map(({ id }: { id: string }) => id)).toEqual([12, 13, 14, 15].map(photoId))
  const [expected] = buildPhoto(12).thumbnails.filter(({ width }) => width === 800)
  expect(shown[3].thumbnail).toEqual({ url: expected?.url, width: 800 })
  expect(upstreams.pathsOf('photos')).toEqual(['/photos/lookup'])
})

test('a project shows at most four photos, even if the service names more', async () => {
  const numbers = [1, 2, 3, 4, 5, 6]
  gateway.upstreams.library(anna).photos = numbers.map((number) => buildPhoto(number))
  gateway.upstreams.projects(anna).saved = [buildProject(1, { thumbnailPhotoIds: numbers.map(imageIdOf) })]
  const { data } = await gateway.ask('{ viewer { projects { edges { node { firstPhotos { fileName } } } } } }')
  const shown = [1, 2, 3, 4].map((number) => ({ fileName: `IMG_${number}.jpg` }))
  expect(data.viewer.projects.edges).toEqual([{ node: { firstPhotos: shown } }])
})

test.each([
  ['errors without data', '{"errors":[{"message":"no"}]}'],
  ['errors with null', '{"data":null,"errors":[{"message":"no"}]}'],
  ['errors beside data', '{"data":{"Channels":[]},"errors":[{"message":"no"}]}'],
  ['data of another query', '{"data":{"Articles":[]}}'],
  ['a shop without a currency', '{"data":{"Channels":[{"ID":"k","Vendor":{"ID":"k","Locale":"x"},"ShopUrl":"/"}]}}'],
  [
    'a script as the address of a shop',
    '{"data":{"Channels":[{"ID":"k","Vendor":{"ID":"k","Locale":"x"},"ShopUrl":"javascript:1","Currency":{"ID":"EUR"}}]}}',
  ],
])('merchandise that answers %s is an invalid response', async (_what, text) => {
  gateway.upstreams.fail('/merchandise', { kind: 'body', text })
  const { data, errors } = await gateway.ask('{ viewer { email shops { channel } } }')
  expect(data).toEqual({ viewer: { email: 'a@example.com', shops: null } })
  expect(errors.map(({ extensions, message }) => [extensions['code'], message])).toEqual([
    ['UPSTREAM_INVALID_RESPONSE', 'Unable to parse response!'],
  ])
})

test('a shop is shown with null articles if merchandise fails to list them, or has none because the shop is closed', async () => {
  const query = '{ viewer { shops { channel articles { code } } } }'
  const shops = [{ channel: 'k', articles: null }]
  const channels =
    '{"data":{"Channels":[{"ID":"k","Vendor":{"ID":"k","Locale":"x"},"ShopUrl":"/","Currency":{"ID":"E"}}]}}'
  gateway.upstreams.fail('/merchandise', { kind: 'body', text: channels }, 1)
  gateway.upstreams.fail('/merchandise', { kind: 'body', text: '{"data":{"Articles":null}}' }, 1)
  const closed = await gateway.ask(query)
  expect([closed.data.viewer.shops, closed.errors]).toEqual([shops, []])
  gateway.upstreams.fail('/merchandise', { kind: 'body', text: channels }, 1)
  gateway.upstreams.fail('/merchandise', { kind: 'body', text: '{"data":{"Articles":null},"errors":[{}]}' })
  const failed = await gateway.ask(query)
  expect(failed.data.viewer.shops).toEqual(shops)
  expect(failed.errors.map(({ path }) => path)).toEqual([['viewer', 'shops', 0, 'articles']])
})

test('an article that a shop does not show is left out', async () => {
  const hidden = { ID: 'X', ArticleType: 'Mug', Title: 'M', PageHeight: 1, PageWidth: 1, Visible: false, Links: [] }
  const shown = { ...hidden, ID: 'Y', Visible: true }
  const channel = { ID: 'k', Vendor: { ID: 'k', Locale: 'x' }, ShopUrl: '/', Currency: { ID: 'EUR' } }
  for (const data of [{ Channels: [channel] }, { Articles: [hidden, shown] }])
    gateway.upstreams.fail('/merchandise', { kind: 'body', text: JSON.stringify({ data }) }, 1)
  const { data, errors } = await gateway.ask('{ viewer { shops { articles { code optionLists { kind } } } } }')
  expect([data.viewer.shops, errors]).toEqual([[{ articles: [{ code: 'Y', optionLists: [] }] }], []])
})

// The answer to a deletion may be any object, so no shape of it is wrong.
const unfinished = faults.filter(([what, { kind }]) => kind !== 'hang' && what !== 'sends another shape')

test.each(unfinished)(
  'deleting and restoring fail with a coded error when the service %s',
  async (_what, fault, code) => {
    gateway.upstreams.fail('/projects/api', fault)
    const [saved] = gateway.upstreams.projects(anna).saved
    const id = globalId('Project', saved?.id ?? '')
    for (const field of ['deleteProject', 'restoreProject']) {
      const query = `mutation ($id: ID!) { ${field}(input: { projectId: $id }) { __typename ... on UserError { code } } }`
      const { data, errors } = await gateway.ask(query, { id })
      // The service answers 409 when the customer has too many projects to restore another one.
      if (field === 'restoreProject' && code === 'CONFLICT') {
        expect(data).toEqual({ restoreProject: { __typename: 'TooManyProjects', code: 'TOO_MANY_PROJECTS' } })
      } else expect([data, errors.map(({ extensions }) => extensions['code'])]).toEqual([null, [code]])
    }
    expect(gateway.upstreams.projects(anna).saved).toHaveLength(2)
  },
)

test('a deletion succeeds although it is not known whether the service can restore', async () => {
  const link = new RecordingLink(`${gateway.upstreams.url}/projects`)
  const app = await gateway.start({ PROJECTS_URL: await link.listen(), UPSTREAM_RETRY_SHARE: '0' })
  link.fail({ method: 'GET', path: '/openapi.json', kind: 'requestLost' })
  const [saved] = gateway.upstreams.projects(anna).saved
  const query = `mutation ($id: ID!) { deleteProject(input: { projectId: $id }) {
    ... on DeleteProjectSuccess { canRestore } } }`
  const variables = { id: globalId('Project', saved?.id ?? '') }
  const { data, errors } = await ask(app, query, { token: gateway.token, variables })
  expect([data, errors]).toEqual([{ deleteProject: { canRestore: false } }, []])
  expect(gateway.upstreams.projects(anna).saved).toHaveLength(1)
  await link.close()
})
