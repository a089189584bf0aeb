import type { ReactNode } from 'react'
import { classes } from './classes.ts'
import { hasContent } from './hasContent.ts'
import styles from './EmptyState.module.css'

export interface EmptyStateProps {
  readonly title: string
  readonly children?: ReactNode
  /** What one can do about it. */
  readonly action?: ReactNode
  readonly illustration?: ReactNode
}

/** Says that there is nothing here, and what to do about it. */
export function EmptyState({ title, children, action, illustration }: EmptyStateProps) {
  return (
    <div className={styles.state}>
      <div aria-hidden="true" className={styles.illustration}>
        {illustration ?? (
          <>
            <span className={classes(styles.print, styles.left)} />
            <span className={classes(styles.print, styles.right)} />
            <span className={classes(styles.print, styles.front)} />
          </>
        )}
      </div>
      <h2 className={styles.title}>{title}</h2>
      {hasContent(children) && <p className={styles.text}>{children}</p>}
      {action}
    </div>
  )
}
