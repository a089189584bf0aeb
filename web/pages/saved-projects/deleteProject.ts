import { graphql } from 'react-relay/hooks'
import type { deleteProjectMutation } from '../../__generated__/deleteProjectMutation.graphql.ts'
import type { Session } from '../../app/Session.ts'
import { runMutation } from '../../relay/useAppMutation.ts'
import { showToast } from '../../ui/toasts.ts'
import { projectPagesOf } from './projectPages.ts'
import { type NamedProject, restoreProject } from './restoreProject.ts'

const mutation = graphql`
  mutation deleteProjectMutation($input: DeleteProjectInput!) {
    deleteProject(input: $input) {
      __typename
      ... on DeleteProjectSuccess {
        canRestore
      }
      ... on ProjectNotFound {
        __typename
      }
    }
  }
`

/**
 * Deletes a project. A toast then offers Undo, if the service can restore projects. A project that was already deleted
 * elsewhere counts as deleted. Resolves to false after a failure.
 */
export async function deleteProject(session: Session, project: NamedProject): Promise<boolean> {
  const { environment, intl } = session
  const pages = projectPagesOf(session)
  const outcome = await runMutation<deleteProjectMutation>(environment, mutation, {
    variables: { input: { projectId: project.id } },
    // An updater instead of @deleteRecord, because ProjectNotFound has no id, and because the number of projects
    // changes too.
    updater: (store, response) => {
      if (isGone(response?.deleteProject.__typename)) pages.remove(store, project.id)
    },
  })
  if (outcome.kind === 'failed') return false
  const result = outcome.response.deleteProject
  if (!isGone(result.__typename)) return false
  pages.refresh()
  const canRestore = result.__typename === 'DeleteProjectSuccess' && result.canRestore
  showToast({
    kind: 'success',
    message: intl.formatMessage({ id: 'projects.delete.done' }, { title: project.title }),
    ...(canRestore && {
      action: {
        label: intl.formatMessage({ id: 'tasks.undo' }),
        onPress: () => void restoreProject(session, project),
      },
    }),
  })
  return true
}

function isGone(kind: string | undefined): boolean {
  return kind === 'DeleteProjectSuccess' || kind === 'ProjectNotFound'
}
