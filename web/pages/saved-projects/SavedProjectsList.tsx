import { Suspense, lazy, useState } from 'react'
import { useIntl } from 'react-intl'
import { graphql, useFragment } from 'react-relay/hooks'
import { Navigate, useLocation } from 'react-router-dom'
import type { SavedProjectListItem_project$key } from '../../__generated__/SavedProjectListItem_project.graphql.ts'
import type { SavedProjectsList_viewer$key } from '../../__generated__/SavedProjectsList_viewer.graphql.ts'
import { carryAlong } from '../../shared/carryAlong.ts'
import { focusAfterDialog } from '../../shared/focusAfterDialog.ts'
import { pageAddress } from '../../shared/page-links/pageAddress.ts'
import { PageLinks } from '../../shared/page-links/PageLinks.tsx'
import { usePageFocus } from '../../shared/page-links/usePageFocus.ts'
import { savedProjectsPath } from '../../shared/paths.ts'
import { ErrorState } from '../../ui/ErrorState.tsx'
import type { NamedProject } from './restoreProject.ts'
import { NoSavedProjects } from './NoSavedProjects.tsx'
import { ProjectPartsFailure } from './ProjectPartsFailure.tsx'
import { projectsPerPage } from './projectsPerPage.ts'
import { SavedProjectListItem } from './SavedProjectListItem.tsx'
import styles from './SavedProjectsList.module.css'
import { SavedProjectsSkeleton } from './SavedProjectsSkeleton.tsx'

const DeleteProjectDialog = lazy(async () => ({
  default: (await import('./DeleteProjectDialog.tsx')).DeleteProjectDialog,
}))

const fragment = graphql`
  fragment SavedProjectsList_viewer on Viewer
  @argumentDefinitions(skip: { type: "Int!" }, locale: { type: "Locale!" }) {
    projects(first: 10, skip: $skip) {
      ...ProjectPartsFailure_projects @arguments(locale: $locale)
      totalCount
      edges {
        node {
          id
          ...SavedProjectListItem_project @arguments(locale: $locale)
        }
      }
    }
  }
`

export interface SavedProjectsListProps {
  readonly viewer: SavedProjectsList_viewer$key
  /** The number of the page, from 1. */
  readonly page: number
  readonly onRetry: () => void
}

/** One page of the saved projects. An address beyond the last page leads to the last page. */
export function SavedProjectsList({ viewer, page, onRetry }: SavedProjectsListProps) {
  const { formatMessage } = useIntl()
  const { search } = useLocation()
  const { projects } = useFragment(fragment, viewer)
  if (!projects) return <ErrorState message={formatMessage({ id: 'projects.loadFailed' })} onRetry={onRetry} />
  const { totalCount, edges } = projects
  if (totalCount === 0) return <NoSavedProjects />
  const pages = Math.ceil(totalCount / projectsPerPage)
  if (page > pages) {
    return (
      <>
        <Navigate replace to={carryAlong(pageAddress(savedProjectsPath, pages), search)} />
        <SavedProjectsSkeleton />
      </>
    )
  }
  // The node of a project that was deleted is null.
  const shown = edges.flatMap(({ node }) => node ?? [])
  return (
    <>
      <ProjectPartsFailure projects={projects} onRetry={onRetry} />
      <Position page={page} count={shown.length} totalCount={totalCount} />
      <Projects projects={shown} />
      <PageLinks addressOf={(shown) => pageAddress(savedProjectsPath, shown)} page={page} pages={pages} />
    </>
  )
}

interface PositionProps {
  readonly page: number
  readonly count: number
  readonly totalCount: number
}

/** Says which of the projects are shown. Takes the focus when another page is shown. */
function Position({ page, count, totalCount }: PositionProps) {
  const { formatMessage } = useIntl()
  const from = (page - 1) * projectsPerPage + 1
  const range = { from, to: from + Math.max(count, 1) - 1, total: totalCount }
  return (
    <p ref={usePageFocus<HTMLParagraphElement>(page)} tabIndex={-1} className={styles.position}>
      {totalCount <= projectsPerPage
        ? formatMessage({ id: 'projects.count' }, { count: totalCount })
        : formatMessage({ id: 'projects.range' }, range)}
    </p>
  )
}

type ListedProject = SavedProjectListItem_project$key & { readonly id: string }

interface Deletion {
  readonly project: NamedProject
  /** The next and the previous project: one of them takes the focus after the deletion. */
  readonly neighbours: readonly string[]
}

function Projects({ projects }: { readonly projects: readonly ListedProject[] }) {
  const { formatMessage } = useIntl()
  const [deletion, setDeletion] = useState<Deletion | null>(null)
  const ask = (project: NamedProject, place: number) => {
    const neighbours = [projects[place + 1], projects[place - 1]].flatMap((neighbour) => neighbour?.id ?? [])
    setDeletion({ project, neighbours })
  }
  const close = () => {
    focusAfterDialog(() => headingOf(deletion?.neighbours ?? []))
    setDeletion(null)
  }
  return (
    <>
      <ul aria-label={formatMessage({ id: 'menu.savedProjects' })} className={styles.list}>
        {projects.map((project, place) => (
          <SavedProjectListItem
            key={project.id}
            project={project}
            onDelete={(title) => ask({ id: project.id, title }, place)}
          />
        ))}
      </ul>
      {deletion && (
        <Suspense fallback={null}>
          <DeleteProjectDialog project={deletion.project} onClose={close} />
        </Suspense>
      )}
    </>
  )
}

/** The heading of the first of these projects that is listed, otherwise the content of the page. */
function headingOf(ids: readonly string[]): HTMLElement | null {
  const selectors = ids.map((id) => `[data-project="${CSS.escape(id)}"]`)
  const headings = selectors.map((selector) => document.querySelector<HTMLElement>(selector))
  return headings.find((heading) => heading !== null) ?? document.getElementById('main')
}
