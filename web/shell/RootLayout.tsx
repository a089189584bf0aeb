import { Suspense, lazy, useEffect, useRef } from 'react'
import { useIntl } from 'react-intl'
import { type Location, Outlet, ScrollRestoration, useLocation } from 'react-router-dom'
import { useFirstViewDeadline, useIsFirstViewShown } from '../shared/firstView.ts'
import { timelinePath } from '../shared/paths.ts'
import styles from './RootLayout.module.css'

const Notices = lazy(async () => ({ default: (await import('./Notices.tsx')).Notices }))

/** What every page has: the way past the navigation, toasts, the notice that there is no network. */
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
 * The timeline is where it was, however one comes back to it; in an order that the address says, it is another page, and
 * a link to one of its months leads there.
 */
function scrollKey({ pathname, search, hash, key }: Pick<Location, 'pathname' | 'search' | 'hash' | 'key'>): string {
  if (pathname === timelinePath && !new URLSearchParams(search).has('sort')) return pathname + hash
  // Every page that a tab opens from outside has this key: one is not as far down as the one before.
  return key === 'default' ? pathname + search : key
}

/** After a navigation focus goes to the new page's content, so that screen readers and the keyboard begin there. */
function useFocusOnNavigation(): void {
  const { pathname } = useLocation()
  const previous = useRef(pathname)
  useEffect(() => {
    if (previous.current === pathname) return
    previous.current = pathname
    const active = document.activeElement
    // A page that has put focus somewhere itself, or a dialog, keeps it.
    if (active && active !== document.body && active.closest('main, [role=dialog], [role=alertdialog]')) return
    document.getElementById('main')?.focus({ preventScroll: true })
  }, [pathname])
}
