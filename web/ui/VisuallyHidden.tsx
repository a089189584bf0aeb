import type { ReactNode } from 'react'
import styles from './VisuallyHidden.module.css'

export interface VisuallyHiddenProps {
  readonly children: ReactNode
  readonly as?: 'span' | 'div' | 'h1' | 'h2' | 'p'
  readonly id?: string
}

/** Text for screen readers only. */
export function VisuallyHidden({ children, as: Element = 'span', id }: VisuallyHiddenProps) {
  return (
    <Element id={id} className={styles.hidden}>
      {children}
    </Element>
  )
}
