import { useIntl } from 'react-intl'
import { AppLink } from '../../shared/AppLink.tsx'
import { homePath } from '../../shared/paths.ts'
import { type MenuItem, useMenuItems } from '../../shared/useMenuItems.tsx'
import { ExternalIcon } from '../../ui/icons.tsx'
import { ChevronRightIcon } from '../../ui/laterIcons.tsx'
import { VisuallyHidden } from '../../ui/VisuallyHidden.tsx'
import styles from './HomeMenu.module.css'

/** The menu as part of the overview, for small screens, which have no side menu. */
export function HomeMenu() {
  const { formatMessage } = useIntl()
  const items = useMenuItems().filter(({ to }) => to !== homePath)
  return (
    <nav id="menu" aria-label={formatMessage({ id: 'menu.label' })} className={styles.menu}>
      <ul>
        {items
          .flatMap((item): readonly MenuItem[] => item.children ?? [item])
          .map((item) => (
            <li key={item.to}>
              {item.isOutside === true ? (
                <a href={item.to} target="_blank" rel="noreferrer" className={styles.link}>
                  {item.icon}
                  <span className={styles.label}>{item.label}</span> <ExternalIcon size={18} />
                  <VisuallyHidden>{formatMessage({ id: 'common.newWindow' })}</VisuallyHidden>
                </a>
              ) : (
                <AppLink to={item.to} className={styles.link}>
                  {item.icon}
                  <span className={styles.label}>{item.label}</span>
                  <ChevronRightIcon size={18} />
                </AppLink>
              )}
            </li>
          ))}
      </ul>
    </nav>
  )
}
