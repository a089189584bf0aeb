import { type ReactNode, Suspense, lazy, useCallback } from 'react'
import { useIsFirstViewShown } from '../../../shared/firstView.ts'
import { useRootAttribute } from '../../../ui/useRootAttribute.ts'
import { usePageBar } from './pageBarContext.ts'
import styles from './PageBar.module.css'

const ScrolledMark = lazy(async () => ({ default: (await import('./ScrolledMark.tsx')).ScrolledMark }))

/** The class of an action that is an icon at all widths. Its text is its tooltip. */
export const iconClass = styles.icon

/** The class of an action whose text appears on wide screens; otherwise the text is its tooltip. */
export const wideClass = styles.wide

/** The class of the most important action: its text appears on narrower screens than the texts of other actions. */
export const firstClass = styles.first

/** The class of actions that a narrow bar hides, because its menu has them. */
export const broadClass = styles.broad

export interface PageBarProps {
  /** The page's title, with a heading of the first level. */
  readonly title?: ReactNode
  /**
   * Receives the element beside the title for a status. A status that appears late moves nothing, because there is
   * free space after it.
   */
  readonly status?: ((element: HTMLElement | null) => void) | undefined
  /** The actions. An action that appears late must be the first, so that no other action moves. */
  readonly children?: ReactNode
}

/**
 * The one bar of a page with photos: title and actions in one row of the same height at every width. It stays at the
 * top of the window while the page scrolls.
 */
export function PageBar({ title, status, children }: PageBarProps) {
  const { set } = usePageBar()
  const isFirstViewShown = useIsFirstViewShown()
  useRootAttribute('data-has-page-bar')
  return (
    <>
      <div className={styles.above}>
        {isFirstViewShown && (
          <Suspense fallback={null}>
            <ScrolledMark />
          </Suspense>
        )}
      </div>
      <div ref={useCallback((bar: HTMLElement | null) => set({ bar }), [set])} data-page-bar="" className={styles.bar}>
        <div className={styles.content}>
          <div className={styles.start}>
            <div data-place="" className={styles.place} />
            <div className={styles.title}>{title}</div>
          </div>
          {status !== undefined && <div ref={status} className={styles.status} />}
          <div className={styles.actions}>{children}</div>
        </div>
      </div>
    </>
  )
}
