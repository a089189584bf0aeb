import { useIntl } from 'react-intl'
import { AppNavLink } from '../shared/AppLink.tsx'
import { homePath, signOutPath } from '../shared/paths.ts'
import { type MenuItem, useMenuItems } from '../shared/useMenuItems.tsx'
import { classes } from '../ui/classes.ts'
import { ExternalIcon } from '../ui/icons.tsx'
import { VisuallyHidden } from '../ui/VisuallyHidden.tsx'
import styles from './SideMenu.module.css'

export interface SideMenuProps {
  readonly className?: string | undefined
}

/** The menu beside the content on large screens. */
export function SideMenu({ className }: SideMenuProps) {
  const { formatMessage } = useIntl()
  const items = useMenuItems()
  return (
    <nav aria-label={formatMessage({ id: 'menu.label' })} className={classes(styles.menu, className)}>
      <ul className={styles.list}>
        {items.map((item) => (
          <li key={item.label} className={classes(item.to === signOutPath && styles.last)}>
            <MenuEntry item={item} />
          </li>
        ))}
      </ul>
    </nav>
  )
}

function MenuEntry({ item }: { readonly item: MenuItem }) {
  const { formatMessage } = useIntl()
  if (item.isOutside === true) {
    return (
      <a href={item.to} className={styles.link} target="_blank" rel="noreferrer">
        {item.icon}
        <span>{item.label}</span> <ExternalIcon size={15} className={styles.outside ?? ''} />
        <VisuallyHidden>{formatMessage({ id: 'common.newWindow' })}</VisuallyHidden>
      </a>
    )
  }
  if (!item.children) {
    return (
      <AppNavLink to={item.to} end={item.to === homePath} className={styles.link}>
        {item.icon}
        <span>{item.label}</span>
      </AppNavLink>
    )
  }
  return (
    <>
      <span className={styles.group}>
        {item.icon}
        <span>{item.label}</span>
      </span>
      <ul className={styles.children} aria-label={item.label}>
        {item.children.map((child) => (
          <li key={child.to}>
            <AppNavLink to={child.to} className={styles.link}>
              <span>{child.label}</span>
            </AppNavLink>
          </li>
        ))}
      </ul>
    </>
  )
}
