import type { ReactNode } from 'react'
import { hasContent } from '../../ui/hasContent.ts'
import styles from './Mention.module.css'

export interface MentionProps {
  /** The topic, for screen readers. */
  readonly label: string
  readonly sentence: string
  readonly text: string
  readonly tone?: 'warning' | 'danger' | undefined
  /** The next steps: links or buttons. */
  readonly children?: ReactNode
}

/** A notice in the overview. */
export function Mention({ label, sentence, text, tone, children }: MentionProps) {
  return (
    <section aria-label={label} data-tone={tone} className={styles.mention}>
      <div className={styles.texts}>
        <p className={styles.sentence}>{sentence}</p>
        <p className={styles.text}>{text}</p>
      </div>
      {hasContent(children) && <div className={styles.actions}>{children}</div>}
    </section>
  )
}
