import { useIntl } from 'react-intl'
import { AppNavLink } from '../shared/AppLink.tsx'
import { homePath } from '../shared/paths.ts'
import { type MenuItem, useMenuItems } from '../shared/useMenuItems.tsx'
import styles from './BottomBar.module.css'

/**
 * The bar at the bottom of small screens, within reach of a thumb. It links to the overview and to each page that is in
 * a group of the menu.
 */
export function BottomBar() {
  const { formatMessage } = useIntl()
  const entries = useMenuItems().flatMap((item): readonly MenuItem[] =>
    item.to === homePath ? [item] : (item.children ?? []),
  )
  return (
    <nav aria-label={formatMessage({ id: 'menu.quick' })} className={styles.bar}>
      <ul className={styles.list}>
        {entries.map((entry) => (
          <li key={entry.to}>
            <AppNavLink to={entry.to} end={entry.to === homePath} className={styles.link}>
              {entry.icon}
              <span>{entry.to === homePath ? formatMessage({ id: 'menu.home' }) : entry.label}</span>
            </AppNavLink>
          </li>
        ))}
      </ul>
    </nav>
  )
}
