import { randomUUID } from 'node:crypto'
import { describe, expect, test } from 'vitest'
import { globalId } from '../../support/globalIds.ts'
import type { RealCatalogue, Shopper } from './realCatalogue.ts'

const refusal = '... on UserError { code message }'
const remove = `mutation ($id: ID!) { deleteProject(input: { projectId: $id }) {
  __typename ... on DeleteProjectSuccess { deletedProjectId canRestore } ${refusal} } }`
const restore = `mutation ($id: ID!) { restoreProject(input: { projectId: $id }) {
  __typename ... on RestoreProjectSuccess { project { id title state restorableUntil } } ${refusal} } }`
const deletedList = `{ viewer { projects(list: DELETED) { totalCount edges { node { title state nextStep } } } } }`

const notFound = { __typename: 'ProjectNotFound', code: 'NOT_FOUND', message: expect.any(String) }

const deleting = async (shopper: Shopper, id: string) => (await shopper.data(remove, { id })).deleteProject
const restoring = async (shopper: Shopper, id: string) => (await shopper.data(restore, { id })).restoreProject
const saved = async (shopper: Shopper) => (await shopper.list()).body.totalCount

/** Tests deleting and restoring saved projects. */
export function describeChangingProjects(real: RealCatalogue): void {
  const changes = () => real.links.projects.calls.filter((call) => !call.startsWith('GET'))

  describe('a saved project', () => {
    test('is deleted and restored, each even when the request is repeated', async () => {
      const shopper = real.newShopper()
      const own = await shopper.add({ name: 'Texel' })
      const id = globalId('Project', own)
      const gone = { __typename: 'DeleteProjectSuccess', deletedProjectId: id, canRestore: true }
      expect([await deleting(shopper, id), await deleting(shopper, id)]).toEqual([gone, gone])
      expect((await shopper.data(deletedList)).viewer.projects).toEqual({
        totalCount: 1,
        edges: [{ node: { title: 'Texel', state: 'DELETED', nextStep: 'RESTORE' } }],
      })
      const query = 'query ($id: ID!) { node(id: $id) { ... on Project { state restorableUntil } } }'
      const restorableUntil = expect.stringMatching(/^\d{4}-.+Z$/)
      expect((await shopper.data(query, { id })).node).toEqual({ state: 'DELETED', restorableUntil })
      const project = { id, title: 'Texel', state: 'COMPLETE', restorableUntil: null }
      const back = { __typename: 'RestoreProjectSuccess', project }
      expect([await restoring(shopper, id), await restoring(shopper, id)]).toEqual([back, back])
      expect([await saved(shopper), (await shopper.data(deletedList)).viewer.projects.totalCount]).toEqual([1, 0])
      expect(changes()).toEqual([
        ...Array(2).fill(`DELETE /api/v2/project/${own}`),
        'POST /api/v2/projects/lookup',
        ...Array(2).fill(`PUT /api/v2/project/${own}/restore`),
      ])
    })

    test('that was deleted elsewhere is deleted; after its 30 days it is not found', async () => {
      const shopper = real.newShopper()
      const own = await shopper.add()
      const id = globalId('Project', own)
      await shopper.remove(own)
      expect(await deleting(shopper, id)).toMatchObject({ __typename: 'DeleteProjectSuccess' })
      const longAgo = new Date(Date.now() - 31 * 86_400_000)
      await real.database.updateTable('projects').set({ deleted_at: longAgo }).where('id', '=', own).execute()
      expect([await deleting(shopper, id), await restoring(shopper, id)]).toEqual([notFound, notFound])
      expect((await shopper.data('query ($id: ID!) { node(id: $id) { id } }', { id })).node).toBeNull()
    })

    test('of another customer is not found, and stays as it is', async () => {
      const [shopper, other] = [real.newShopper(), real.newShopper()]
      const [kept, gone] = [await other.add(), await other.add()]
      await other.remove(gone)
      for (const own of [kept, gone, randomUUID(), 'x', '../projects']) {
        const id = globalId('Project', own)
        expect([await deleting(shopper, id), await restoring(shopper, id)]).toEqual([notFound, notFound])
      }
      expect((await other.list()).body.projects.map((project: { id: string }) => project.id)).toEqual([kept])
      real.links.projects.forget()
      const wrongType = globalId('Album', kept)
      expect([await deleting(other, wrongType), await restoring(other, wrongType)]).toEqual([notFound, notFound])
      expect(real.links.projects.calls).toEqual([])
    })

    test('is not restored when the customer has 500 others', async () => {
      const shopper = real.newShopper()
      const own = await shopper.add()
      await shopper.remove(own)
      const row = { account_id: shopper.id, name: 'p', product_code: 'a', article_type: 'b' }
      const rows = Array.from({ length: 500 }, () => ({ ...row, id: randomUUID() }))
      await real.database.insertInto('projects').values(rows).execute()
      const tooMany = { __typename: 'TooManyProjects', code: 'TOO_MANY_PROJECTS', message: expect.any(String) }
      expect(await restoring(shopper, globalId('Project', own))).toEqual(tooMany)
    })

    test('counts as deleted when the response is lost, and is deleted once', async () => {
      const shopper = real.newShopper()
      const own = await shopper.add()
      real.links.projects.fail({ method: 'DELETE', path: '/project/', kind: 'responseLost' })
      const id = globalId('Project', own)
      expect(await deleting(shopper, id)).toMatchObject({ __typename: 'DeleteProjectSuccess', deletedProjectId: id })
      expect(changes()).toEqual([`DELETE /api/v2/project/${own}`, 'POST /api/v2/projects/lookup'])
      expect(await saved(shopper)).toBe(0)
    })

    test('is not reported as deleted when the request is lost', async () => {
      const shopper = real.newShopper()
      const own = await shopper.add()
      real.links.projects.fail({ method: 'DELETE', path: '/project/', kind: 'requestLost' })
      const { data, errors } = await shopper.ask(remove, { id: globalId('Project', own) })
      expect([data, errors.map(({ extensions }) => extensions['code'])]).toEqual([null, ['UPSTREAM_UNAVAILABLE']])
      expect(await saved(shopper)).toBe(1)
    })

    test('is restored by a retry when the response is lost', async () => {
      const shopper = real.newShopper()
      const own = await shopper.add()
      await shopper.remove(own)
      real.links.projects.fail({ method: 'PUT', path: '/restore', kind: 'responseLost' })
      expect(await restoring(shopper, globalId('Project', own))).toMatchObject({ __typename: 'RestoreProjectSuccess' })
      expect(changes()).toEqual(Array(2).fill(`PUT /api/v2/project/${own}/restore`))
      expect(await saved(shopper)).toBe(1)
    })
  })
}
