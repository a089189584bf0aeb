import { useIntl } from 'react-intl'
import { graphql, useFragment } from 'react-relay/hooks'
import { useLocation } from 'react-router-dom'
import type {
  ProjectNextStep,
  SavedProjectListItem_project$data,
  SavedProjectListItem_project$key,
} from '../../__generated__/SavedProjectListItem_project.graphql.ts'
import { useSession } from '../../app/sessionContext.ts'
import { editorAddress } from '../../shared/editorAddress.ts'
import { ProjectCover } from '../../shared/projects/ProjectCover.tsx'
import { ProjectStatus } from '../../shared/projects/ProjectStatus.tsx'
import { TrashIcon } from '../../ui/icons.tsx'
import { classes } from '../../ui/classes.ts'
import { IconButton } from '../../ui/IconButton.tsx'
import { LinkButton } from '../../ui/LinkButton.tsx'
import { VisuallyHidden } from '../../ui/VisuallyHidden.tsx'
import styles from './SavedProjectListItem.module.css'

const fragment = graphql`
  fragment SavedProjectListItem_project on Project @argumentDefinitions(locale: { type: "Locale!" }) {
    id
    projectId
    title
    productCode
    product(locale: $locale) {
      title
    }
    pages
    photosCount
    created
    changed
    nextStep
    ...ProjectCover_project
    ...ProjectStatus_project
  }
`

/** The text of the link to the editor. */
const steps: Partial<Record<ProjectNextStep, string>> = {
  ORDER_SOON: 'projects.order',
  REPLACE_PHOTOS: 'projects.replace',
}

export interface SavedProjectListItemProps {
  readonly project: SavedProjectListItem_project$key
  /** @param title the title that this item shows */
  readonly onDelete: (title: string) => void
}

/** A saved project: its picture, its facts, until when it can be printed, and the actions for it. */
export function SavedProjectListItem({ project: key, onDelete }: SavedProjectListItemProps) {
  const { formatMessage } = useIntl()
  const { search } = useLocation()
  const { config } = useSession()
  const project = useFragment(fragment, key)
  const { id, projectId, productCode, nextStep } = project
  const step = nextStep && steps[nextStep]
  const title = project.title ?? formatMessage({ id: 'projects.untitled' })
  const facts = useFacts(project)
  const dates = useDates(project)
  const address = editorAddress(config.links.editor, { productCode, projectId }, search)
  return (
    <li className={styles.item}>
      {/* The link to the editor below leads to the same page, so keyboards and screen readers reach only that link. */}
      <a href={address} tabIndex={-1} aria-hidden="true" className={styles.cover}>
        <ProjectCover project={project} />
      </a>
      <div className={styles.about}>
        <h2 tabIndex={-1} data-project={id} className={styles.title}>
          {title}
        </h2>
        {facts.length > 0 && <p className={styles.facts}>{facts.join(' · ')}</p>}
        {dates.length > 0 && (
          <p className={classes(styles.facts, styles.dates)}>
            {dates.map((date) => (
              <span key={date}>{date} </span>
            ))}
          </p>
        )}
        <ProjectStatus project={project} />
      </div>
      <div className={styles.actions}>
        <LinkButton href={address} variant={step ? 'primary' : 'secondary'}>
          {formatMessage({ id: step ?? 'projects.continue' })} <VisuallyHidden>{title}</VisuallyHidden>
        </LinkButton>
        <IconButton
          label={formatMessage({ id: 'projects.delete' }, { title })}
          icon={<TrashIcon />}
          aria-haspopup="dialog"
          onPress={() => onDelete(title)}
        />
      </div>
    </li>
  )
}

function useFacts({ product, pages, photosCount }: SavedProjectListItem_project$data): readonly string[] {
  const { formatMessage } = useIntl()
  return [
    ...(product?.title ? [product.title] : []),
    ...(typeof pages === 'number' ? [formatMessage({ id: 'projects.pages' }, { count: pages })] : []),
    ...(typeof photosCount === 'number' ? [formatMessage({ id: 'timeline.photosCount' }, { count: photosCount })] : []),
  ]
}

const dayFormat = { day: '2-digit', month: 'short', year: 'numeric' } as const

function useDates({ created, changed }: SavedProjectListItem_project$data): readonly string[] {
  const { formatMessage, formatDate } = useIntl()
  const days = {
    created: created && formatDate(created, dayFormat),
    changed: changed && formatDate(changed, dayFormat),
  }
  return [
    ...(days.created ? [formatMessage({ id: 'projects.created' }, { date: days.created })] : []),
    ...(days.changed && days.changed !== days.created
      ? [formatMessage({ id: 'projects.changed' }, { date: days.changed })]
      : []),
  ]
}
