import type { ReactNode } from 'react'
import { hasContent } from '../ui/hasContent.ts'
import styles from './MessagePage.module.css'

export interface MessagePageProps {
  readonly title: string
  readonly children?: ReactNode
  readonly action?: ReactNode
}

/** A page with one message. */
export function MessagePage({ title, children, action }: MessagePageProps) {
  return (
    <div className={styles.page}>
      <h1 className={styles.title}>{title}</h1>
      {hasContent(children) && <div className={styles.text}>{children}</div>}
      {action}
    </div>
  )
}
