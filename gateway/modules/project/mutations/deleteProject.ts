import { unauthenticated } from '../../../errors/codes.ts'
import { verifyIfLost } from '../../../errors/lostAnswers.ts'
import { UpstreamError } from '../../../errors/upstreamError.ts'
import { keyOf } from '../../../relay/globalId.ts'
import type { MutationResolvers } from '../../../__generated__/resolvers.ts'
import { projectNotFound } from '../refusals.ts'

/** Resolves `Mutation.deleteProject`. */
export const deleteProject: NonNullable<MutationResolvers['deleteProject']> = async (_root, { input }, context) => {
  if (!context.viewer) throw unauthenticated()
  const projectId = keyOf('Project', input.projectId)
  if (projectId === null) return projectNotFound
  const { projects, loaders } = context
  const isDeleted = await verifyIfLost(projects.delete(projectId), async () => {
    const [found] = await projects.find([projectId])
    return found && found.state !== 'deleted' ? undefined : true
  })
  loaders.forget()
  if (!isDeleted) return projectNotFound
  return {
    __typename: 'DeleteProjectSuccess',
    deletedProjectId: input.projectId,
    canRestore: await projects.canRestore().catch(falseIfUnknown),
  }
}

/**
 * False if the service failed to say whether the project can be restored. The project has been deleted, so this failure
 * must not look like a failed deletion.
 */
function falseIfUnknown(error: unknown): false {
  if (error instanceof UpstreamError) return false
  throw error
}
