import { ChevronLeftIcon } from '../../ui/icons.tsx'
import { classes } from '../../ui/classes.ts'
import { AppLink } from '../AppLink.tsx'
import styles from './BackLink.module.css'

export interface BackLinkProps {
  readonly to: string
  /** The name of the target. */
  readonly children: string
  readonly className?: string | undefined
}

/** The link to the parent page, above a page's title. */
export function BackLink({ to, children, className }: BackLinkProps) {
  return (
    <AppLink to={to} className={classes(styles.back, className)}>
      <ChevronLeftIcon size={18} />
      <span className={styles.text}>{children}</span>
    </AppLink>
  )
}
