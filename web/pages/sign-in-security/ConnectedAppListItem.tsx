import { useId } from 'react'
import { useIntl } from 'react-intl'
import { graphql, useFragment } from 'react-relay/hooks'
import type {
  ConnectedAppListItem_app$data,
  ConnectedAppListItem_app$key,
} from '../../__generated__/ConnectedAppListItem_app.graphql.ts'
import { actionLink } from '../../ui/actionLink.ts'
import { Button } from '../../ui/Button.tsx'
import { ExternalIcon } from '../../ui/icons.tsx'
import { VisuallyHidden } from '../../ui/VisuallyHidden.tsx'
import styles from './ConnectedAppsPage.module.css'

const fragment = graphql`
  fragment ConnectedAppListItem_app on ConnectedApp {
    id
    name
    homepage
    scopes
    seesName
    connectedAt
    lastUsedAt
  }
`

export interface ConnectedAppListItemProps {
  readonly app: ConnectedAppListItem_app$key
  readonly onDisconnect: () => void
}

/** A connected app: its name and homepage, what it may do, when it was connected and used, and "Disconnect". */
export function ConnectedAppListItem({ app: key, onDisconnect }: ConnectedAppListItemProps) {
  const { formatMessage } = useIntl()
  const app = useFragment(fragment, key)
  const { id, name, homepage } = app
  const may = useId()
  return (
    <li className={styles.item}>
      <div className={styles.about}>
        <h2 data-app={id} tabIndex={-1} className={styles.name}>
          {name}
        </h2>
        <p className={styles.facts}>{useFacts(app).join(' · ')}</p>
        <p id={may} className={styles.may}>
          {formatMessage({ id: 'apps.may' })}
        </p>
        <ul aria-labelledby={may} className={styles.scopes}>
          {permissionsOf(app).map((permission) => (
            <li key={permission}>{formatMessage({ id: permission })}</li>
          ))}
        </ul>
        {homepage && (
          <p>
            <a href={homepage} target="_blank" rel="noreferrer" className={actionLink}>
              <span className={styles.homepage}>
                {formatMessage({ id: 'identity.consent.about' }, { app: name })}
                <ExternalIcon size={15} />
              </span>
              <VisuallyHidden> {formatMessage({ id: 'common.newWindow' })}</VisuallyHidden>
            </a>
          </p>
        )}
      </div>
      <Button
        aria-haspopup="dialog"
        aria-label={formatMessage({ id: 'apps.disconnectNamed' }, { name })}
        onPress={onDisconnect}
      >
        {formatMessage({ id: 'apps.disconnect' })}
      </Button>
    </li>
  )
}

function useFacts({ connectedAt, lastUsedAt }: ConnectedAppListItem_app$data): readonly string[] {
  const { formatMessage, formatDate } = useIntl()
  const dateOf = (instant: string) => formatDate(instant, { dateStyle: 'medium' })
  return [
    formatMessage({ id: 'apps.connected' }, { date: dateOf(connectedAt) }),
    lastUsedAt
      ? formatMessage({ id: 'signInSecurity.lastUsed' }, { date: dateOf(lastUsedAt) })
      : formatMessage({ id: 'apps.neverUsed' }),
  ]
}

const messages: Readonly<Record<string, string>> = {
  PHOTOS_READ: 'apps.scope.photosRead',
  PHOTOS_WRITE: 'apps.scope.photosWrite',
  PHOTOS_DELETE: 'apps.scope.photosDelete',
  ORDERS_READ: 'apps.scope.ordersRead',
  ORDERS_WRITE: 'apps.scope.ordersWrite',
  ACCOUNT: 'apps.scope.account',
}

/** The ids of the messages about what the app may do. Leaves out a scope that only a newer gateway knows. */
function permissionsOf({ seesName, scopes }: ConnectedAppListItem_app$data): readonly string[] {
  return [seesName ? 'apps.scope.nameAndEmail' : 'apps.scope.email', ...scopes.flatMap((one) => messages[one] ?? [])]
}
