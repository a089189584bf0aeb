import { useIntl } from 'react-intl'
import { type PreloadedQuery, graphql, usePreloadedQuery } from 'react-relay/hooks'
import type { EditorPageQuery } from '../../__generated__/EditorPageQuery.graphql.ts'
import { QuerySection } from '../../shared/QuerySection.tsx'
import { useRouteQuery } from '../../shared/page/useRouteQuery.ts'
import { useRouteTitle } from '../../shared/page/useRouteTitle.ts'
import { savedProjectsPath, timelinePath } from '../../shared/paths.ts'
import { useSession } from '../../app/sessionContext.ts'
import { EditorFrame } from './EditorFrame.tsx'
import { EditorPhotos } from './EditorPhotos.tsx'
import { EditorProject } from './EditorProject.tsx'
import { EditorSkeleton } from './EditorSkeleton.tsx'

const query = graphql`
  query EditorPageQuery($id: String!, $isProject: Boolean!) @throwOnFieldError {
    ...EditorPhotos_query @arguments(id: $id) @skip(if: $isProject) @alias(as: "selection")
    ...EditorProject_query @arguments(id: $id) @include(if: $isProject) @alias(as: "project")
  }
`

/**
 * The editor of a demo brand: the photos of a selection or of a project, each with the sizes in which it can be
 * printed.
 */
export function EditorPage() {
  const { formatMessage } = useIntl()
  const { config } = useSession()
  const page = useRouteQuery<EditorPageQuery>(query)
  useRouteTitle()
  const { isProject } = page.loaded.variables
  return (
    <EditorFrame
      brandName={config.name}
      logoUrl={config.logoUrl}
      title={formatMessage({ id: isProject ? 'editor.project' : 'editor.title' })}
      back={
        isProject
          ? { to: savedProjectsPath, label: formatMessage({ id: 'menu.savedProjects' }) }
          : { to: timelinePath, label: formatMessage({ id: 'editor.back' }) }
      }
    >
      <QuerySection query={page} failure={formatMessage({ id: 'editor.loadFailed' })} skeleton={<EditorSkeleton />}>
        <LoadedEditor queryReference={page.reference} />
      </QuerySection>
    </EditorFrame>
  )
}

function LoadedEditor({ queryReference }: { readonly queryReference: PreloadedQuery<EditorPageQuery> }) {
  const { selection, project } = usePreloadedQuery<EditorPageQuery>(query, queryReference)
  if (project) return <EditorProject query={project} />
  return selection && <EditorPhotos query={selection} />
}
