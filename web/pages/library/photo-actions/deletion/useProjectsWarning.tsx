import { type ReactNode, useEffect, useEffectEvent, useState } from 'react'
import { FormattedMessage, useIntl } from 'react-intl'
import type { ProjectsUsing } from './findProjectsUsing.ts'
import styles from './ProjectsWarning.module.css'

/** The warning appears only within this time (ms) after the dialog has opened. */
const timeoutMilliseconds = 2_000
/** How long (ms) the delete button ignores presses after the warning has moved it. */
const settlingMilliseconds = 500
/** How many titles the warning names. */
const shownTitles = 3

export interface ProjectsWarning {
  /** Must be rendered in the dialog, even while it is empty: screen readers announce the warning when it appears. */
  readonly warning: ReactNode
  /** True just after the warning has appeared and moved the buttons: a press may hit the wrong button. */
  readonly isMoving: boolean
}

/**
 * The warning that saved projects use the photos that are about to be deleted. The dialog does not wait for it: the
 * warning appears when the answer arrives. It does not appear after a failure, or if the answer takes too long.
 * @param photosCount how many photos are deleted; null: all photos
 * @param find finds the projects; called once
 */
export function useProjectsWarning(
  photosCount: number | null,
  find: (signal: AbortSignal) => Promise<ProjectsUsing | null>,
): ProjectsWarning {
  const [found, setFound] = useState<ProjectsUsing | null>(null)
  const [isMoving, setMoving] = useState(false)
  const begin = useEffectEvent(find)
  useEffect(() => {
    const aborter = new AbortController()
    const timeout = setTimeout(() => aborter.abort(), timeoutMilliseconds)
    const show = (projects: ProjectsUsing | null) => {
      if (aborter.signal.aborted || !projects) return
      setFound(projects)
      setMoving(true)
    }
    // If the search fails, there is no warning: the deletion does not depend on the search.
    begin(aborter.signal).then(show, () => undefined)
    return () => {
      clearTimeout(timeout)
      aborter.abort()
    }
  }, [])
  useEffect(() => {
    if (!isMoving) return undefined
    const settled = setTimeout(() => setMoving(false), settlingMilliseconds)
    return () => clearTimeout(settled)
  }, [isMoving])
  const warning = (
    <output className={styles.warning}>{found && <Warning found={found} photosCount={photosCount} />}</output>
  )
  return { warning, isMoving }
}

function Warning({ found, photosCount }: { readonly found: ProjectsUsing; readonly photosCount: number | null }) {
  const { formatMessage, formatList } = useIntl()
  const { count, titles } = found
  const names = titles.slice(0, shownTitles).map((title) => title ?? formatMessage({ id: 'projects.untitled' }))
  const more = count - names.length
  const named = more > 0 ? [...names, formatMessage({ id: 'deletion.projectsMore' }, { count: more })] : names
  const id = photosCount === null ? 'deletion.projectsAll' : 'deletion.projects'
  return <FormattedMessage id={id} values={{ count, photos: photosCount ?? 0, titles: formatList(named) }} />
}
