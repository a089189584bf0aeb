import type { ReactNode } from 'react'
import styles from './PlainFrame.module.css'

export interface PlainFrameProps {
  /** Absent while the brand is unknown, because the config could not be loaded. */
  readonly brand?: { readonly name: string; readonly logoUrl: string } | undefined
  /** Whether the page is shown inside another page, which has a header of its own. */
  readonly isStripped?: boolean
  readonly children: ReactNode
  readonly footer?: ReactNode
}

/**
 * The frame of a page that is shown without the shell: when the customer is signed out, or when the shell or the whole
 * client could not start. The brand is in the same place as in the shell, so that nothing moves between the two.
 */
export function PlainFrame({ brand, isStripped = false, children, footer }: PlainFrameProps) {
  return (
    <div className={styles.frame}>
      {!isStripped && (
        <header className={styles.header}>
          {brand && (
            // A plain link, which loads the page again, because the router itself may have failed.
            <a href="/" className={styles.brand}>
              <img src={brand.logoUrl} alt="" width={32} height={32} />
              <span className={styles.name}>{brand.name}</span>
            </a>
          )}
        </header>
      )}
      <main id="main" tabIndex={-1} className={styles.main}>
        {children}
      </main>
      {footer && <footer>{footer}</footer>}
    </div>
  )
}
