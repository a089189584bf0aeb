import { randomUUID } from 'node:crypto'
import { describe, expect, test } from 'vitest'
import { globalId } from '../../support/globalIds.ts'
import type { RealCatalogue } from './realCatalogue.ts'

const list = `query ($after: String, $list: ProjectList! = SAVED) { viewer { projects(after: $after, list: $list) {
  totalCount edges { node { title } } pageInfo { hasNextPage endCursor } } } }`

interface Listed {
  readonly totalCount: number
  readonly edges: readonly { readonly node: { readonly title: string } }[]
  readonly pageInfo: { readonly hasNextPage: boolean; readonly endCursor: string | null }
}

function titlesOf({ edges }: Listed): string[] {
  return edges.map(({ node }) => node.title)
}

const photo = (id: string) => globalId('Photo', id)

/** Tests reading saved projects. */
export function describeProjects(real: RealCatalogue): void {
  const calls = () => real.links.projects.calls

  describe('saved projects', () => {
    test('are listed 10 a page with their total, with one call of the specification per page', async () => {
      const shopper = real.newShopper()
      await shopper.addAll(Array.from({ length: 12 }, (_, index) => `P${index + 1}`))
      const page = async (after: string | null): Promise<Listed> =>
        (await shopper.data(list, { after })).viewer.projects
      const first = await page(null)
      expect([titlesOf(first), first.totalCount, first.pageInfo.hasNextPage]).toEqual([
        ['P12', 'P11', 'P10', 'P9', 'P8', 'P7', 'P6', 'P5', 'P4', 'P3'],
        12,
        true,
      ])
      const second = await page(first.pageInfo.endCursor)
      expect([titlesOf(second), second.totalCount, second.pageInfo.hasNextPage]).toEqual([['P2', 'P1'], 12, false])
      const beyond = await page(second.pageInfo.endCursor)
      expect([titlesOf(beyond), beyond.totalCount, beyond.pageInfo.hasNextPage]).toEqual([[], 12, false])
      const path = `GET /api/v2/projects/${shopper.id}`
      expect(calls()).toEqual([`${path}?skip=0&limit=11`, `${path}?skip=9&limit=12`, `${path}?skip=9&limit=14`])
    })

    test('have numbered pages: one call finds the projects after the skipped ones', async () => {
      const shopper = real.newShopper()
      await shopper.addAll(Array.from({ length: 23 }, (_, index) => `P${index + 1}`))
      const numbered = `query ($skip: Int, $after: String) { viewer { projects(first: 10, skip: $skip, after: $after) {
        totalCount edges { cursor node { title } } pageInfo { hasNextPage hasPreviousPage endCursor } } } }`
      const pageAt = async (skip: number) => (await shopper.data(numbered, { skip })).viewer.projects
      const second = await pageAt(10)
      expect(titlesOf(second)).toEqual(Array.from({ length: 10 }, (_, index) => `P${13 - index}`))
      expect(second.pageInfo).toMatchObject({ hasNextPage: true, hasPreviousPage: true })
      const last = await pageAt(20)
      expect([titlesOf(last), last.totalCount, last.pageInfo.hasNextPage]).toEqual([['P3', 'P2', 'P1'], 23, false])
      const beyond = await pageAt(990)
      expect([titlesOf(beyond), beyond.totalCount]).toEqual([[], 23])
      expect((await pageAt(0)).pageInfo.hasPreviousPage).toBe(false)
      const path = `GET /api/v2/projects/${shopper.id}`
      expect(calls()).toEqual([10, 20, 990, 0].map((skip) => `${path}?skip=${skip}&limit=11`))
      for (const cursor of [second.pageInfo.endCursor, second.edges.at(-1).cursor]) {
        expect(titlesOf((await shopper.data(numbered, { after: cursor })).viewer.projects)).toEqual(['P3', 'P2', 'P1'])
      }
      const middle = await shopper.data(numbered, { after: second.edges[4].cursor })
      expect(titlesOf(middle.viewer.projects).slice(0, 2)).toEqual(['P8', 'P7'])
    })

    test('reject the argument skip if it is too large, negative, or combined with a cursor', async () => {
      const shopper = real.newShopper()
      await shopper.addAll(['P1', 'P2'])
      const ask = (args: string) => shopper.ask(`{ viewer { projects(first: 1, ${args}) { edges { cursor } } } }`)
      const { data } = await ask('skip: 0')
      const [{ cursor }] = data.viewer.projects.edges
      for (const args of ['skip: -1', 'skip: 10000', `skip: 1, after: "${cursor}"`]) {
        const { errors } = await ask(args)
        expect(errors.map(({ extensions }: { extensions: object }) => extensions)).toMatchObject([
          { code: 'BAD_USER_INPUT' },
        ])
      }
    })

    test('are neither skipped nor repeated when projects of the first page are deleted, added or changed', async () => {
      const shopper = real.newShopper()
      const ids = await shopper.addAll(Array.from({ length: 13 }, (_, index) => `P${index + 1}`))
      const first: Listed = (await shopper.data(list)).viewer.projects
      await shopper.remove(ids[12] ?? '')
      await shopper.remove(ids[3] ?? '')
      await shopper.remove(ids[11] ?? '')
      const { endCursor: after } = first.pageInfo
      const second: Listed = (await shopper.data(list, { after })).viewer.projects
      expect([titlesOf(second), second.totalCount]).toEqual([['P3', 'P2', 'P1'], 10])
      await shopper.addAll(Array.from({ length: 5 }, (_, index) => `New ${index}`))
      await shopper.save(ids[8] ?? '', { name: 'P9' }, '"1"')
      expect(titlesOf((await shopper.data(list, { after })).viewer.projects)).toEqual(['P3', 'P2', 'P1'])
    })

    test('have cursors that are valid for one list only', async () => {
      const shopper = real.newShopper()
      await shopper.addAll(['One', 'Two'])
      const { edges } = (await shopper.data('{ viewer { projects(first: 1) { edges { cursor } } } }')).viewer.projects
      const { data, errors } = await shopper.ask(list, { after: edges[0].cursor, list: 'DELETED' })
      expect(data.viewer.projects).toBeNull()
      expect(errors.map(({ extensions }) => extensions['code'])).toEqual(['BAD_USER_INPUT'])
    })

    test('have all facts that the service knows', async () => {
      const shopper = real.newShopper()
      const id = await shopper.add({ photoIds: [randomUUID()] })
      const fields = `id projectId title productCode articleType pages state created changed printableUntil nextStep
        restorableUntil photosCount missingPhotosCount firstPhotos { id } thumbnail(width: 300) { url }`
      const query = `{ viewer { projects { edges { node { ${fields} } } } } }`
      const [{ node }] = (await shopper.data(query)).viewer.projects.edges
      const { body } = await shopper.open(id)
      expect(node).toEqual({
        id: globalId('Project', id),
        projectId: id,
        title: 'Summer in Brittany',
        productCode: 'PAP_370',
        articleType: 'PhotoBook',
        pages: 48,
        state: 'COMPLETE',
        created: body.created,
        changed: body.changed,
        printableUntil: expect.stringMatching(/^\d{4}-\d\d-\d\d$/),
        nextStep: 'CONTINUE',
        restorableUntil: null,
        photosCount: 1,
        missingPhotosCount: 0,
        // The library does not have the photo: it is in the trash, for example.
        firstPhotos: [],
        thumbnail: null,
      })
      expect(node.printableUntil).toBe(body.printableUntil)
      const found = await shopper.data(`query ($id: ID!) { node(id: $id) { ... on Project { ${fields} } } }`, node)
      expect(found.node).toEqual(node)
    })

    test('are found beside an id that no project can have', async () => {
      const shopper = real.newShopper()
      const id = globalId('Project', await shopper.add())
      const query = 'query ($ids: [ID!]!) { nodes(ids: $ids) { ... on Project { id } } }'
      const found = await shopper.data(query, { ids: [id, globalId('Project', 'p'.repeat(1_025))] })
      expect(found.nodes).toEqual([{ id }, null])
    })

    test('name the next step when photos were deleted for good', async () => {
      const shopper = real.newShopper()
      const id = await shopper.add({ photoIds: [randomUUID(), randomUUID()] })
      await real.database.updateTable('project_photos').set({ is_missing: true }).where('project_id', '=', id).execute()
      const query = '{ viewer { projects { edges { node { state nextStep printableUntil missingPhotosCount } } } } }'
      expect((await shopper.data(query)).viewer.projects.edges).toEqual([
        { node: { state: 'PHOTOS_MISSING', nextStep: 'REPLACE_PHOTOS', printableUntil: null, missingPhotosCount: 2 } },
      ])
    })

    test('load the products of a whole page with one call, and no product for an unknown code', async () => {
      const shopper = real.newShopper()
      for (const productCode of ['PAP_370', 'PAP_810', 'PAP_370', 'OLD 1', 'PAP_810'])
        await shopper.add({ productCode })
      const query = '{ viewer { projects { edges { node { product(locale: "nl-NL") { code title } } } } } }'
      const { edges } = (await shopper.data(query)).viewer.projects
      const [book, calendar] = [
        { code: 'PAP_370', title: expect.stringMatching(/^Foto/) },
        { code: 'PAP_810', title: expect.stringMatching(/kalender/i) },
      ]
      expect(edges.map(({ node }: { node: { product: unknown } }) => node.product)).toEqual([
        calendar,
        null,
        book,
        calendar,
        book,
      ])
      expect(real.links.products.calls).toEqual(['GET /v1/Products?codes=PAP_810%2COLD%201%2CPAP_370'])
    })

    test('are loaded by their ids with one call; those of others are not found', async () => {
      const [shopper, other] = [real.newShopper(), real.newShopper()]
      const own = await shopper.addAll(['One', 'Two'])
      const ids = [...own, await other.add(), randomUUID(), 'x'].map((id) => globalId('Project', id))
      const { nodes } = await shopper.data('query ($ids: [ID!]!) { nodes(ids: $ids) { ... on Project { title } } }', {
        ids,
      })
      expect(nodes).toEqual([{ title: 'One' }, { title: 'Two' }, null, null, null])
      expect(calls()).toEqual(['POST /api/v2/projects/lookup'])
    })

    test('that use certain photos are found with one call', async () => {
      const [shopper, other] = [real.newShopper(), real.newShopper()]
      const [a, b, c] = [randomUUID(), randomUUID(), randomUUID()]
      await shopper.add({ name: 'First', photoIds: [a] })
      await shopper.add({ name: 'Second', photoIds: [a, b] })
      await other.add({ photoIds: [c] })
      const query = `query ($photoIds: [ID!]!) { viewer { library { projectsUsing(photoIds: $photoIds) {
        totalCount photoIds projects { title } } } } }`
      const photoIds = [photo(c), photo(b), globalId('Album', a), photo(a), photo('no uuid'), photo(b)]
      expect((await shopper.data(query, { photoIds })).viewer.library.projectsUsing).toEqual({
        totalCount: 2,
        photoIds: [photo(b), photo(a)],
        projects: [{ title: 'Second' }, { title: 'First' }],
      })
      expect(calls()).toEqual(['POST /api/v2/projects/using'])
      for (const count of [0, 501]) {
        const many = Array.from({ length: count }, (_, number) => photo(String(number)))
        const { data, errors } = await shopper.ask(query, { photoIds: many })
        expect(data.viewer.library.projectsUsing).toBeNull()
        expect(errors.map(({ extensions }) => extensions['code'])).toEqual(['BAD_USER_INPUT'])
      }
    })

    test('are counted by the photo library', async () => {
      const shopper = real.newShopper()
      await shopper.addAll(['One', 'Two'])
      const query = '{ viewer { library { storage { projectCount isEstimate } } } }'
      const storage = async () => (await shopper.data(query)).viewer.library.storage
      await expect.poll(storage, { timeout: 30_000 }).toEqual({ projectCount: 2, isEstimate: false })
    })
  })
}
