import { type ReactNode, type Ref, useId } from 'react'
import { classes } from '../../../ui/classes.ts'
import styles from './Section.module.css'

export interface SectionProps {
  readonly title: ReactNode
  readonly id?: string
  /** The heading, which can take the focus. */
  readonly headingRef?: Ref<HTMLHeadingElement>
  /** Beside the heading. */
  readonly aside?: ReactNode
  readonly className?: string | undefined
  readonly children: ReactNode
}

/** A part of the page of an order, under its heading. */
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
