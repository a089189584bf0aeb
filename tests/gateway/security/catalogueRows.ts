import { globalId } from '../../support/globalIds.ts'
import { imageIdOf } from '../../support/photoLibrary.ts'
import { buildProject } from '../../support/savedProjects.ts'
import { anna, bram } from '../../support/tokens.ts'
import type { Upstreams } from '../../support/upstream.ts'
import { pdfCodeOf } from '../../support/upstreamCatalogue.ts'
import { type Operation, unauthenticated } from './operation.ts'

const project = buildProject(1, { thumbnailPhotoIds: [imageIdOf(2)] })
const deletedProject = buildProject(2, { state: 'deleted', restorableUntil: '2026-03-31T09:00:00.000Z' })

/** Gives Anna a saved project and a deleted one, and Bram a project. */
export function fillCatalogue(upstreams: Upstreams): void {
  Object.assign(upstreams.projects(anna), { saved: [project], deleted: [deletedProject] })
  Object.assign(upstreams.projects(bram), { saved: [buildProject(9)], deleted: [] })
}

/** Anna's projects. */
export function projectsOf(upstreams: Upstreams): unknown {
  const { saved, deleted } = upstreams.projects(anna)
  return [saved.length, deleted.length]
}

/** Anna's projects while they are unchanged. */
export const untouchedProjects = [1, 1]

/** The ids of Anna's projects. */
export const catalogueIds = {
  project: globalId('Project', project.id),
  deletedProject: globalId('Project', deletedProject.id),
} as const

const shops = [{ channel: 'k', articles: [{ code: 'PAP_370' }] }]
const orderByDates = [{ orderBy: '2026-12-17', campaign: { name: 'christmas' } }]

/** Fields of the viewer. `productPdfs` requests the PDF of Anna. */
export const viewerFields = `projects { totalCount edges { node { title } } }
  deleted: projects(list: DELETED) { totalCount } productPdfs(productCodes: ["${pdfCodeOf(anna)}"]) { url }
  orderByDates(country: "NL") { orderBy campaign { name } } shops { channel articles { code } }`

/** Fields of the library, with the id of Anna's photo. */
export const libraryFields = 'projectsUsing(photoIds: [$photo]) { totalCount projects { title } }'

function shownTo(titles: readonly string[], deleted: number, pdfs: readonly unknown[]) {
  const edges = titles.map((title) => ({ node: { title } }))
  return {
    projects: { totalCount: titles.length, edges },
    deleted: { totalCount: deleted },
    productPdfs: pdfs,
    orderByDates,
    shops,
  }
}

const unused = { projectsUsing: { totalCount: 0, projects: [] } }

/** The expected results for each customer. */
export const shownCatalogue = {
  anna: {
    viewer: shownTo(['IMG_1.jpg'], 1, [{ url: `https://files.test/${pdfCodeOf(anna)}.pdf` }]),
    library: { projectsUsing: { totalCount: 1, projects: [{ title: 'IMG_1.jpg' }] } },
  },
  bram: { viewer: shownTo(['IMG_9.jpg'], 0, []), library: unused },
  cees: { viewer: shownTo([], 0, []), library: unused },
} as const

/** The fields requested from a project, and the expected result for Anna. */
export const nodeFields = '... on Project { projectTitle: title }'
export const ownNode = { projectTitle: 'IMG_1.jpg' } as const

const notFound = { code: 'NOT_FOUND' }

function ofProject(field: 'deleteProject' | 'restoreProject', id: keyof typeof catalogueIds, success: string) {
  const selections = `... on ${success} { __typename } ... on UserError { code }`
  return {
    kind: 'mutation',
    query: `mutation ($${id}: ID!) { ${field}(input: { projectId: $${id} }) { ${selections} } }`,
    own: { [field]: { __typename: success } },
    ofBram: { [field]: notFound },
    ofCees: { [field]: notFound },
    anonymous: unauthenticated,
  } as const
}

const product = { product: { title: 'Photo book' } }

/** The operations on projects and products, by root field. */
export const catalogueOperations: Record<string, Operation> = {
  'Query.product': {
    kind: 'query',
    query: '{ product(code: "PAP_370") { title } }',
    own: product,
    ofBram: product,
    ofCees: product,
    anonymous: { data: { product: null }, codes: ['UNAUTHENTICATED'] },
  },
  'Mutation.deleteProject': ofProject('deleteProject', 'project', 'DeleteProjectSuccess'),
  'Mutation.restoreProject': ofProject('restoreProject', 'deletedProject', 'RestoreProjectSuccess'),
}
