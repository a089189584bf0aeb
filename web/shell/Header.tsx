import { useIntl } from 'react-intl'
import { useLocation } from 'react-router-dom'
import { AppLink } from '../shared/AppLink.tsx'
import { BackLink } from '../shared/page/BackLink.tsx'
import { albumsPath, homePath, menuPath, signOutPath, timelinePath } from '../shared/paths.ts'
import { useSession } from '../app/sessionContext.ts'
import { SignOutIcon } from '../ui/icons.tsx'
import { VisuallyHidden } from '../ui/VisuallyHidden.tsx'
import styles from './Header.module.css'

/** The pages whose own bar has no room for a link back to the menu, so that the header has this link. */
const belowMenu: ReadonlySet<string> = new Set([timelinePath, albumsPath])

/** The brand, the e-mail address of the account, and on small screens the sign-out and the link back to the menu. */
export function Header() {
  const { formatMessage } = useIntl()
  const { config, signIn } = useSession()
  const { pathname } = useLocation()
  const email = signIn.session()?.email
  return (
    <header className={styles.header}>
      {belowMenu.has(pathname) && (
        <BackLink to={menuPath} className={styles.back}>
          {formatMessage({ id: 'library.backToMenu' })}
        </BackLink>
      )}
      <AppLink
        to={homePath}
        className={styles.brand}
        aria-label={formatMessage({ id: 'shell.home' }, { brand: config.name })}
      >
        <img src={config.logoUrl} alt="" width={28} height={28} />
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
