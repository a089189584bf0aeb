import { useEffect, useRef } from 'react'
import { useIntl } from 'react-intl'
import { type Location, useNavigation } from 'react-router-dom'
import { VisuallyHidden } from '../ui/VisuallyHidden.tsx'
import styles from './PendingNavigation.module.css'

/** Shows a line at the top of the window while the next page is loading, and marks the pressed link as busy. */
export function PendingNavigation() {
  const { formatMessage } = useIntl()
  const { location } = useNavigation()
  useBusyLink(location)
  return (
    location && (
      <output className={styles.line}>
        <VisuallyHidden>{formatMessage({ id: 'common.loading' })}</VisuallyHidden>
      </output>
    )
  )
}

/**
 * Marks the pressed link while its page is loading. It sets an attribute in the document, so it works for links of
 * every kind. If each link component used `useNavigation` instead, all tiles of a page would render twice per press.
 */
function useBusyLink(target: Location | undefined): void {
  const pressed = useRef<HTMLAnchorElement | null>(null)
  useEffect(() => {
    const press = ({ target: element }: MouseEvent) => {
      pressed.current = element instanceof Element ? element.closest('a') : null
    }
    document.addEventListener('click', press, { capture: true })
    return () => document.removeEventListener('click', press, { capture: true })
  }, [])
  useEffect(() => {
    const link = pressed.current
    if (!target || link?.pathname !== target.pathname || link.search !== target.search) return undefined
    link.setAttribute('aria-busy', 'true')
    return () => link.removeAttribute('aria-busy')
  }, [target])
}
