import { useSyncExternalStore } from 'react'
import { FormattedMessage } from 'react-intl'
import { useLocation } from 'react-router-dom'
import { useSession } from '../app/sessionContext.ts'
import { accountStatusOf } from '../shared/accountStatus.ts'
import { AppLink } from '../shared/AppLink.tsx'
import { settingsPaths } from '../shared/paths.ts'
import styles from './AccountBanner.module.css'

/** Says that a business account is not complete, not validated yet, or blocked. */
export function AccountBanner() {
  const session = useSession()
  const account = accountStatusOf(session)
  const { pathname } = useLocation()
  const status = useSyncExternalStore(account.subscribe, () => account.status)
  if (status !== 'DEFAULT' && status !== 'NEW' && status !== 'BLOCKED') return null
  return (
    <output data-status={status} className={styles.banner}>
      <FormattedMessage id={`business.status.${status}`} />{' '}
      {status === 'DEFAULT' && pathname !== settingsPaths.business && (
        <AppLink to={settingsPaths.business}>
          <FormattedMessage id="business.toSettings" />
        </AppLink>
      )}
      {status === 'BLOCKED' && (
        <a href={session.config.links.customerCare}>
          <FormattedMessage id="order.contact" />
        </a>
      )}
    </output>
  )
}
