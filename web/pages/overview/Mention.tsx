import type { ReactNode } from 'react'
import styles from './Mention.module.css'

export interface MentionProps {
  /** The topic, for screen readers. */
  readonly label: string
  readonly sentence: string
  readonly text: string
  readonly tone?: 'warning' | 'danger' | undefined
  /** The next step: a link or button. */
  readonly children?: ReactNode
}

/** A notice in the overview. */
export function Mention({ label, sentence, text, tone, children }: MentionProps) {
  return (
    <section aria-label={label} data-tone={tone} className={styles.mention}>
      <div>
        <p className={styles.sentence}>{sentence}</p>
        <p className={styles.text}>{text}</p>
      </div>
      {children}
    </section>
  )
}
