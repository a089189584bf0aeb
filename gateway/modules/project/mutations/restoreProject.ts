import { unauthenticated } from '../../../errors/codes.ts'
import { keyOf } from '../../../relay/globalId.ts'
import type { MutationResolvers } from '../../../__generated__/resolvers.ts'
import { projectNotFound } from '../refusals.ts'

/** Resolves `Mutation.restoreProject`. */
export const restoreProject: NonNullable<MutationResolvers['restoreProject']> = async (_root, { input }, context) => {
  if (!context.viewer) throw unauthenticated()
  const projectId = keyOf('Project', input.projectId)
  if (projectId === null) return projectNotFound
  const restored = await context.projects.restore(projectId)
  context.loaders.forget()
  if (restored === 'notFound') return projectNotFound
  if (restored === 'tooMany') return tooManyProjects
  return { __typename: 'RestoreProjectSuccess', project: restored }
}

const tooManyProjects = {
  __typename: 'TooManyProjects',
  code: 'TOO_MANY_PROJECTS',
  message: 'The customer has the maximum number of saved projects.',
} as const
