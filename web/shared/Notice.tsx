import type { ReactNode } from 'react'
import { classes } from '../ui/classes.ts'
import styles from './Notice.module.css'

export interface NoticeProps {
  readonly tone: 'info' | 'danger'
  readonly title: ReactNode
  readonly className?: string | undefined
  readonly children?: ReactNode
}

/** A box with information that the customer should read now. */
export function Notice({ tone, title, className, children }: NoticeProps) {
  return (
    <div data-tone={tone} className={classes(styles.notice, className)}>
      <p className={styles.title}>{title}</p>
      {children}
    </div>
  )
}
