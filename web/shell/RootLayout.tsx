import { Suspense, lazy, useEffect, useRef } from 'react'
import { useIntl } from 'react-intl'
import { type Location, Outlet, ScrollRestoration, useLocation } from 'react-router-dom'
import { useFirstViewDeadline, useIsFirstViewShown } from '../shared/firstView.ts'
import { timelinePath } from '../shared/paths.ts'
import { PendingNavigation } from './PendingNavigation.tsx'
import styles from './RootLayout.module.css'

const Notices = lazy(async () => ({ default: (await import('./Notices.tsx')).Notices }))

/**
 * Surrounds every page with the link that skips the navigation, the toasts, and the notice that the browser is offline.
 */
export function RootLayout() {
  const { formatMessage } = useIntl()
  useFocusOnNavigation()
  useFirstViewDeadline()
  const isFirstViewShown = useIsFirstViewShown()
  return (
    <>
      <a href="#main" className={styles.skip}>
        {formatMessage({ id: 'shell.skipToContent' })}
      </a>
      <PendingNavigation />
      <Outlet />
      {isFirstViewShown && (
        <Suspense fallback={null}>
          <Notices />
        </Suspense>
      )}
      <ScrollRestoration getKey={scrollKey} />
    </>
  )
}

/**
 * The key under which the router stores the scroll position. The timeline has one position for all its history
 * entries, and one more for each month in the address. With a sort order in the address, each history entry has its own
 * position, as on other pages.
 */
function scrollKey({ pathname, search, hash, key }: Pick<Location, 'pathname' | 'search' | 'hash' | 'key'>): string {
  if (pathname === timelinePath && !new URLSearchParams(search).has('sort')) return pathname + hash
  // The router uses the key 'default' for the first page that a tab loads, whatever its path. Different paths must not
  // share a position.
  return key === 'default' ? pathname + search : key
}

/** Moves the focus to the new page's content after a navigation: screen readers and keyboards start there. */
function useFocusOnNavigation(): void {
  const { pathname } = useLocation()
  const previous = useRef(pathname)
  useEffect(() => {
    if (previous.current === pathname) return
    previous.current = pathname
    const active = document.activeElement
    // A page or dialog that has set the focus itself keeps it.
    if (active && active !== document.body && active.closest('main, [role=dialog], [role=alertdialog]')) return
    document.getElementById('main')?.focus({ preventScroll: true })
  }, [pathname])
}
