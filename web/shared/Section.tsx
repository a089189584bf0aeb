import { type ReactNode, type Ref, useId } from 'react'
import { classes } from '../ui/classes.ts'
import styles from './Section.module.css'

export interface SectionProps {
  readonly title: ReactNode
  readonly id?: string
  /** Receives the heading element, so that the caller can focus it. */
  readonly headingRef?: Ref<HTMLHeadingElement>
  /** Content beside the heading. */
  readonly aside?: ReactNode
  readonly className?: string | undefined
  readonly children: ReactNode
}

/** A part of a page: a heading, and the content under it. */
export function Section({ title, id, headingRef, aside, className, children }: SectionProps) {
  const headingId = useId()
  return (
    <section id={id} aria-labelledby={headingId} className={classes(styles.section, className)}>
      <div className={styles.header}>
        <h2 id={headingId} ref={headingRef} tabIndex={-1} className={styles.title}>
          {title}
        </h2>
        {aside}
      </div>
      {children}
    </section>
  )
}
