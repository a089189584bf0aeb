import { graphql } from 'react-relay/hooks'
import type { restoreProjectMutation } from '../../__generated__/restoreProjectMutation.graphql.ts'
import type { Session } from '../../app/Session.ts'
import { runMutation } from '../../relay/useAppMutation.ts'
import { showToast } from '../../ui/toasts.ts'
import { projectPagesOf } from './projectPages.ts'

const mutation = graphql`
  mutation restoreProjectMutation($input: RestoreProjectInput!) {
    restoreProject(input: $input) {
      __typename
      ... on RestoreProjectSuccess {
        project {
          id
        }
      }
      ... on ProjectNotFound {
        __typename
      }
      ... on TooManyProjects {
        __typename
      }
    }
  }
`

/** A project, and its title for the messages. */
export interface NamedProject {
  readonly id: string
  readonly title: string
}

/** Restores a deleted project, whatever page is open. A toast shows the result, with a retry after a failure. */
export async function restoreProject(session: Session, project: NamedProject): Promise<void> {
  const { environment, intl } = session
  const pages = projectPagesOf(session)
  const outcome = await runMutation<restoreProjectMutation>(environment, mutation, {
    variables: { input: { projectId: project.id } },
    // All pages of the list are marked as outdated, because the project may belong on a page that is not loaded.
    updater: (store) => pages.reset(store),
  })
  pages.refresh()
  const text = (id: string) => intl.formatMessage({ id }, { title: project.title })
  const kind = outcome.kind === 'answered' ? outcome.response.restoreProject.__typename : null
  if (kind === 'RestoreProjectSuccess') {
    showToast({ kind: 'info', message: text('projects.restored'), timeout: 5_000 })
  } else if (kind === 'ProjectNotFound') {
    showToast({ kind: 'error', message: text('projects.restore.gone') })
  } else if (kind === 'TooManyProjects') {
    showToast({ kind: 'error', message: text('projects.restore.tooMany') })
  } else {
    const retry = () => void restoreProject(session, project)
    const action = { label: intl.formatMessage({ id: 'common.retry' }), onPress: retry }
    showToast({ kind: 'error', message: text('projects.restore.failed'), action })
  }
}
