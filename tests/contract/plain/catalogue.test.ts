import { beforeEach, describe, expect, test } from 'vitest'
import { setUpPlainGateway } from '../../support/plainSetup.ts'
import { buildProject } from '../../support/savedProjects.ts'
import { anna } from '../../support/tokens.ts'
import { pdfCodeOf } from '../../support/upstreamCatalogue.ts'

/* Tests saved projects, products and shops. The services answer only the calls of the specification. */

const setup = setUpPlainGateway()
const list = `GET /projects/api/v2/projects/${anna}`

beforeEach(() => {
  const saved = [1, 2, 3].map((number) => buildProject(number))
  Object.assign(setup.upstreams.projects(anna), { saved, deleted: [] })
})

/** Returns the id by which the gateway knows the project with this number. The project must have been listed. */
async function projectId(number: number): Promise<string> {
  await setup.ask('{ viewer { projects { totalCount } } }')
  return setup.globalId('Project', buildProject(number).id)
}

describe('saved projects', () => {
  test('have an id and a title; nothing else is known', async () => {
    const fields = `title productCode product { code } state nextStep created changed printableUntil restorableUntil
      pages photosCount firstPhotos { id } thumbnail(width: 300) { url }`
    const { data, calls } = await setup.read(
      `{ viewer { projects(first: 1) { totalCount edges { node { ${fields} } } } } }`,
    )
    const { firstPhotos, title, ...unknown } = data.viewer.projects.edges[0].node
    expect([data.viewer.projects.totalCount, title, firstPhotos]).toEqual([3, 'IMG_1.jpg', []])
    expect(new Set(Object.values(unknown))).toEqual(new Set([null]))
    expect(calls).toEqual([list])
  })

  test('are found by their ids in the list', async () => {
    const ids = [await projectId(3), await projectId(1), setup.globalId('Project', 'unknown')]
    const query = 'query ($ids: [ID!]!) { nodes(ids: $ids) { ... on Project { title } } }'
    const { data, calls } = await setup.read(query, { ids })
    expect(data.nodes).toEqual([{ title: 'IMG_3.jpg' }, { title: 'IMG_1.jpg' }, null])
    expect(calls).toEqual([list])
  })

  test('that are searched for in a long list take at most five calls', async () => {
    setup.upstreams.projects(anna).saved = Array.from({ length: 620 }, (_, number) => buildProject(number))
    const query = 'query ($id: ID!) { node(id: $id) { ... on Project { title } } }'
    expect((await setup.read(query, { id: setup.globalId('Project', 'unknown') })).calls).toEqual(Array(5).fill(list))
    const found = await setup.read(query, { id: setup.globalId('Project', buildProject(150).id) })
    expect([found.data.node, found.calls]).toEqual([{ title: 'IMG_150.jpg' }, Array(2).fill(list)])
  })

  test('can be deleted, but not restored', async () => {
    const id = await projectId(2)
    const remove = `mutation ($id: ID!) { deleteProject(input: { projectId: $id }) {
      ... on DeleteProjectSuccess { deletedProjectId canRestore } ... on UserError { code } } }`
    const { data, calls } = await setup.read(remove, { id })
    expect(data.deleteProject).toEqual({ deletedProjectId: id, canRestore: false })
    expect(calls).toEqual([`DELETE /projects/api/v2/project/${buildProject(2).id}`])
    const restore = `mutation ($id: ID!) { restoreProject(input: { projectId: $id }) { ... on UserError { code } } }`
    const restored = await setup.read(restore, { id })
    expect([restored.data.restoreProject, restored.calls]).toEqual([{ code: 'NOT_FOUND' }, []])
    const deleted = await setup.read('{ viewer { projects(list: DELETED) { totalCount } } }')
    expect([deleted.data.viewer.projects, deleted.calls]).toEqual([null, []])
    expect(setup.upstreams.projects(anna).saved).toHaveLength(2)
  })

  test('that use photos are unknown', async () => {
    const query = `query ($ids: [ID!]!) { viewer { library { projectsUsing(photoIds: $ids) { totalCount } } } }`
    const { data, calls } = await setup.read(query, { ids: [setup.photo(1)] })
    expect([data.viewer.library.projectsUsing, calls]).toEqual([null, []])
  })
})

describe('products', () => {
  test('are shown although another one cannot be read', async () => {
    setup.upstreams.fail('/products/v1/Products/BROKEN', { kind: 'status', status: 500 })
    const query = '{ a: product(code: "PAP_370") { title } b: product(code: "BROKEN") { title } }'
    const { data, errors } = await setup.ask(query)
    expect(data).toEqual({ a: { title: 'Photo book' }, b: null })
    expect(errors.map(({ extensions }) => extensions['code'])).toEqual(['UPSTREAM_UNAVAILABLE'])
  })

  test('are found with one call for each code', async () => {
    const query = `{ a: product(code: "PAP_370") { title } b: product(code: "PAP_370") { code }
      viewer { orderByDates(country: "NL") { orderBy products { title } campaign { name } } shops { articles { title } } } }`
    const { data, calls } = await setup.read(query)
    const book = { title: 'Photo book' }
    const dates = [{ orderBy: '2026-12-17', products: [book], campaign: { name: 'christmas' } }]
    expect(data).toEqual({
      a: book,
      b: { code: 'PAP_370' },
      viewer: { orderByDates: dates, shops: [{ articles: [book] }] },
    })
    expect(calls.toSorted()).toEqual([
      'GET /products/v1/ArticleGroup',
      'GET /products/v1/Campaign/christmas',
      'GET /products/v1/Products/PAP_370',
      'POST /merchandise/graphql',
      'POST /merchandise/graphql',
    ])
    const { data: unknown, errors } = await setup.ask('{ product(code: "PAP_9") { title } }')
    expect([unknown, errors.map(({ extensions }) => extensions['code'])]).toEqual([{ product: null }, ['NOT_FOUND']])
  })

  test('that were ordered have PDFs without a URL', async () => {
    const code = pdfCodeOf(anna)
    const query = `query ($code: String!) { viewer { productPdfs(productCodes: [$code]) { productCode isDownloadable url } } }`
    const { data, calls } = await setup.read(query, { code })
    expect(data.viewer.productPdfs).toEqual([{ productCode: code, isDownloadable: false, url: null }])
    expect(calls).toEqual(['GET /products/v1/Pdfs/me'])
  })
})
