import type { ReactNode } from 'react'
import { useIntl } from 'react-intl'
import { type PreloadedQuery, graphql, useFragment, usePreloadedQuery } from 'react-relay/hooks'
import { useLocation } from 'react-router-dom'
import type { RecentProjects_project$key } from '../../__generated__/RecentProjects_project.graphql.ts'
import type { RecentProjectsQuery } from '../../__generated__/RecentProjectsQuery.graphql.ts'
import { useSession } from '../../app/sessionContext.ts'
import { useFreshQuery } from '../../relay/useFreshQuery.ts'
import { AppLink } from '../../shared/AppLink.tsx'
import { editorAddress } from '../../shared/editorAddress.ts'
import { PartFailure } from '../../shared/PartFailure.tsx'
import { savedProjectsPath } from '../../shared/paths.ts'
import { ProjectCover } from '../../shared/projects/ProjectCover.tsx'
import { ProjectStatus } from '../../shared/projects/ProjectStatus.tsx'
import header from './LatestPhotos.module.css'
import styles from './RecentProjects.module.css'

const query = graphql`
  query RecentProjectsQuery {
    viewer {
      projects(first: 3) {
        edges {
          node {
            id
            ...RecentProjects_project
          }
        }
      }
    }
  }
`

const fragment = graphql`
  fragment RecentProjects_project on Project {
    projectId
    title
    productCode
    ...ProjectCover_project
    ...ProjectStatus_project
  }
`

/**
 * The projects that the customer changed last, with links to continue them. Renders nothing if the customer has no
 * projects. The projects are at the end of the overview, so that their arrival moves nothing.
 */
export function RecentProjects() {
  const { formatMessage } = useIntl()
  const { reference, hasFailed, retry, isRetrying } = useFreshQuery<RecentProjectsQuery>(query)
  const failure = (
    <PartFailure message={formatMessage({ id: 'projects.loadFailed' })} isRetrying={isRetrying} onRetry={retry} />
  )
  if (reference) return <LoadedProjects queryReference={reference} failure={failure} />
  return hasFailed && failure
}

interface LoadedProjectsProps {
  readonly queryReference: PreloadedQuery<RecentProjectsQuery>
  /** Shown if the projects service has failed. */
  readonly failure: ReactNode
}

function LoadedProjects({ queryReference, failure }: LoadedProjectsProps) {
  const { formatMessage } = useIntl()
  const { viewer } = usePreloadedQuery<RecentProjectsQuery>(query, queryReference)
  if (!viewer?.projects) return failure
  // The node of a project that was deleted is null.
  const projects = viewer.projects.edges.flatMap(({ node }) => node ?? [])
  if (projects.length === 0) return null
  return (
    <section aria-labelledby="recent-projects" className={header.section}>
      <div className={header.header}>
        <h2 id="recent-projects" className={header.title}>
          {formatMessage({ id: 'overview.projects' })}
        </h2>
        <AppLink to={savedProjectsPath} className={header.all}>
          {formatMessage({ id: 'overview.allProjects' })}
        </AppLink>
      </div>
      <ul className={styles.list}>
        {projects.map(({ id, ...project }) => (
          <RecentProject key={id} project={project} />
        ))}
      </ul>
    </section>
  )
}

function RecentProject({ project: key }: { readonly project: RecentProjects_project$key }) {
  const { formatMessage } = useIntl()
  const { search } = useLocation()
  const { config } = useSession()
  const project = useFragment(fragment, key)
  const { projectId, productCode, title } = project
  return (
    <li>
      <a href={editorAddress(config.links.editor, { productCode, projectId }, search)} className={styles.link}>
        <div className={styles.cover}>
          <ProjectCover project={project} />
        </div>
        <div className={styles.texts}>
          <h3 className={styles.title}>{title ?? formatMessage({ id: 'projects.untitled' })}</h3>
          <ProjectStatus project={project} />
        </div>
      </a>
    </li>
  )
}
