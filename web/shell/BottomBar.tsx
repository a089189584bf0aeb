import { useIntl } from 'react-intl'
import { AppNavLink } from '../shared/AppLink.tsx'
import { type MenuItem, useMenuItems } from '../shared/useMenuItems.tsx'
import styles from './BottomBar.module.css'

/** On small screens the main pages are within reach of a thumb. */
export function BottomBar() {
  const { formatMessage } = useIntl()
  const entries = useMenuItems().flatMap((item): readonly MenuItem[] =>
    item.id === 'overview' ? [item] : (item.children ?? []),
  )
  return (
    <nav aria-label={formatMessage({ id: 'menu.quick' })} className={styles.bar}>
      <ul className={styles.list}>
        {entries.map((entry) => (
          <li key={entry.id}>
            <AppNavLink to={entry.to} end={entry.id === 'overview'} className={styles.link}>
              {entry.icon}
              <span>{entry.id === 'overview' ? formatMessage({ id: 'menu.home' }) : entry.label}</span>
            </AppNavLink>
          </li>
        ))}
      </ul>
    </nav>
  )
}
