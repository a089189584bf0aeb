import { useIntl } from 'react-intl'
import { AppLink } from '../../shared/AppLink.tsx'
import { ChevronRightIcon } from '../../ui/laterIcons.tsx'
import styles from './SettingsLinks.module.css'

export interface SettingsLinkProps {
  readonly to: string
  /** The message id of the page's title. */
  readonly title: string
  /** The id of the message that says what the page is for. */
  readonly summary: string
}

/** A row of the settings: the link to a part, and what it is for. */
export function SettingsLink({ to, title, summary }: SettingsLinkProps) {
  const { formatMessage } = useIntl()
  return (
    <li>
      <AppLink to={to} className={styles.link}>
        <span className={styles.about}>
          <span className={styles.title}>{formatMessage({ id: title })}</span>{' '}
          <span className={styles.summary}>{formatMessage({ id: summary })}</span>
        </span>
        <ChevronRightIcon size={18} />
      </AppLink>
    </li>
  )
}
