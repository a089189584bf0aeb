import { type IntlShape, useIntl } from 'react-intl'
import { graphql, useFragment } from 'react-relay/hooks'
import type {
  ProjectStatus_project$data,
  ProjectStatus_project$key,
} from '../../__generated__/ProjectStatus_project.graphql.ts'
import { WarningIcon } from '../../ui/laterIcons.tsx'
import styles from './ProjectStatus.module.css'

const fragment = graphql`
  fragment ProjectStatus_project on Project {
    nextStep
    printableUntil
    missingPhotosCount
  }
`

/** Until when the project can be printed, or what the customer must do first. Renders nothing if that is unknown. */
export function ProjectStatus({ project }: { readonly project: ProjectStatus_project$key }) {
  const intl = useIntl()
  const data = useFragment(fragment, project)
  const sentence = sentenceOf(data, intl)
  if (sentence === null) return null
  const isUrgent = data.nextStep === 'ORDER_SOON' || data.nextStep === 'REPLACE_PHOTOS'
  return (
    <p data-urgent={isUrgent} className={styles.status}>
      {isUrgent && <WarningIcon size={18} />}
      <span>{sentence}</span>
    </p>
  )
}

function sentenceOf({ nextStep, printableUntil, missingPhotosCount }: ProjectStatus_project$data, intl: IntlShape) {
  if (nextStep === 'REPLACE_PHOTOS') {
    return intl.formatMessage({ id: 'projects.missingPhotos' }, { count: missingPhotosCount ?? 0 })
  }
  if (!printableUntil) return null
  const date = intl.formatDate(printableUntil, dayFormat)
  return intl.formatMessage({ id: nextStep === 'ORDER_SOON' ? 'projects.orderSoon' : 'projects.printable' }, { date })
}

/** The service gives a day in UTC. */
const dayFormat = { day: '2-digit', month: 'short', year: 'numeric', timeZone: 'UTC' } as const
