import type { NodeType } from '../../context.ts'
import { instantOf } from '../../instants.ts'
import { encodeGlobalId } from '../../relay/globalId.ts'
import { firstPhotos } from '../shared/firstPhotos.ts'
import { checkLocale } from '../shared/locale.ts'
import { thumbnailOf } from '../shared/photoFields.ts'
import type { ProjectResolvers, ProjectState } from '../../__generated__/resolvers.ts'
import type { ProjectModel } from './models.ts'
import { nextStepOf } from './nextStep.ts'

const states = new Map<string, ProjectState>([
  ['complete', 'COMPLETE'],
  ['photosMissing', 'PHOTOS_MISSING'],
  ['deleted', 'DELETED'],
])

/** Resolves the fields of `Project`. */
export const Project: ProjectResolvers = {
  id: ({ id }) => encodeGlobalId('Project', id),
  projectId: ({ id }) => id,
  title: ({ name }) => name ?? null,
  productCode: ({ productCode }) => productCode ?? null,
  product: ({ productCode }, { locale }, { loaders }) =>
    productCode ? loaders.product(checkLocale(locale)).load(productCode) : null,
  articleType: ({ articleType }) => articleType ?? null,
  pages: ({ pages }) => pages ?? null,
  state: (project) => stateOf(project),
  created: ({ created }) => instantOf(created),
  changed: ({ changed }) => instantOf(changed),
  printableUntil: ({ printableUntil }) => printableUntil ?? null,
  nextStep: (project, _args, { now }) => {
    const state = stateOf(project)
    return state && nextStepOf(state, project.printableUntil ?? null, now())
  },
  restorableUntil: ({ restorableUntil }) => instantOf(restorableUntil),
  photosCount: ({ photosCount }) => photosCount ?? null,
  missingPhotosCount: ({ missingPhotosCount }) => missingPhotosCount ?? null,
  firstPhotos: ({ thumbnailPhotoIds }, _args, { loaders }) => firstPhotos(thumbnailPhotoIds, loaders),
  thumbnail: async ({ thumbnailPhotoIds }, { width }, { loaders }) => {
    const [first] = await firstPhotos(thumbnailPhotoIds, loaders)
    return first ? thumbnailOf(first.thumbnails, width) : null
  },
}

/** Loads a project by id. The service returns it only to its owner. */
export const projectNode: NodeType = {
  type: 'Project',
  load: (key, { viewer, loaders }) => (viewer ? loaders.project.load(key) : null),
}

function stateOf({ state }: ProjectModel): ProjectState | null {
  return states.get(state ?? '') ?? null
}
