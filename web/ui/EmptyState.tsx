import type { ReactNode } from 'react'
import { hasContent } from './hasContent.ts'
import styles from './EmptyState.module.css'
import { Prints } from './Prints.tsx'

export interface EmptyStateProps {
  readonly title: string
  readonly children?: ReactNode
  /** What the user can do next. */
  readonly action?: ReactNode
}

/** Shown in place of an empty list, with an action. */
export function EmptyState({ title, children, action }: EmptyStateProps) {
  return (
    <div className={styles.state}>
      <div className={styles.illustration}>
        <Prints isLarge />
      </div>
      <h2 className={styles.title}>{title}</h2>
      {hasContent(children) && <p className={styles.text}>{children}</p>}
      {action}
    </div>
  )
}
