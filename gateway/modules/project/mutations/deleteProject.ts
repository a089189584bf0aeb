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

/** The project is deleted, so a failure to find out whether it can be restored must not look like a failed deletion. */
function falseIfUnknown(error: unknown): false {
  if (error instanceof UpstreamError) return false
  throw error
}
