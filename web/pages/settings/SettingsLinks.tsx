import { use } from 'react'
import { useIntl } from 'react-intl'
import { useLocation } from 'react-router-dom'
import { useSession } from '../../app/sessionContext.ts'
import { hasPage } from '../../shared/page/hasPage.ts'
import { PagesContext } from '../../shared/page/pagesContext.ts'
import { SettingsLink } from './SettingsLink.tsx'
import styles from './SettingsLinks.module.css'

/** The parts of the settings: the pages with an entry `settings` in their route, in the order of `web/routes.tsx`. */
export function SettingsLinks() {
  const { formatMessage } = useIntl()
  const session = useSession()
  const { search } = useLocation()
  const parameters = new URLSearchParams(search)
  const kind = session.signIn.session()?.kind
  const pages = use(PagesContext).filter((page) => page.settings && hasPage(session, page, parameters, kind))
  return (
    <ul aria-label={formatMessage({ id: 'settings.title' })} className={styles.list}>
      {pages.map(
        ({ path, title, settings }) =>
          settings &&
          path !== undefined &&
          title !== undefined && <SettingsLink key={path} to={path} title={title} summary={settings.summary} />,
      )}
    </ul>
  )
}
