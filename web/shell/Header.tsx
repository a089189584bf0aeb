import { useIntl } from 'react-intl'
import { AppLink } from '../shared/AppLink.tsx'
import { homePath, signOutPath } from '../shared/paths.ts'
import { useSession } from '../app/sessionContext.ts'
import { SignOutIcon } from '../ui/icons.tsx'
import { VisuallyHidden } from '../ui/VisuallyHidden.tsx'
import styles from './Header.module.css'

/** The brand, the e-mail address of the account, and on small screens the sign-out. */
export function Header() {
  const { formatMessage } = useIntl()
  const { config, signIn } = useSession()
  const email = signIn.session()?.email
  return (
    <header className={styles.header}>
      <AppLink
        to={homePath}
        className={styles.brand}
        aria-label={formatMessage({ id: 'shell.home' }, { brand: config.name })}
      >
        <img src={config.logoUrl} alt="" width={32} height={32} />
        <span className={styles.name}>{config.name}</span>
      </AppLink>
      {email && (
        <p className={styles.account}>
          <VisuallyHidden>{formatMessage({ id: 'shell.signedInAs' })} </VisuallyHidden>
          {email}
        </p>
      )}
      <AppLink to={signOutPath} className={styles.signOut}>
        <SignOutIcon size={20} />
        <span>{formatMessage({ id: 'shell.signOut' })}</span>
      </AppLink>
    </header>
  )
}
