import { useEffect, useRef } from 'react'
import { useIntl } from 'react-intl'
import type { RecordSourceProxy } from 'relay-runtime'
import { AppLink } from '../../../shared/AppLink.tsx'
import { useLibraryEvents } from '../../../shared/LibraryEvents.ts'
import { importPath } from '../../../shared/paths.ts'
import { useApp } from '../../../app/appContext.ts'
import { showToast } from '../../../ui/toasts.ts'

/**
 * When a library can be used again: whatever was known of its photos and albums is asked for anew, and it is said what
 * became of an import; also when that could not go on.
 */
export function useActivationEnd(
  status: string | null | undefined,
  state: string | undefined,
  count: number | undefined,
): void {
  const { environment } = useApp()
  const { formatMessage } = useIntl()
  const events = useLibraryEvents()
  const previous = useRef(status)
  useEffect(() => {
    const before = previous.current
    previous.current = status
    if (before === status) return
    if (status === 'ACTIVE') {
      environment.commitUpdate(invalidateStore)
      events.announce()
    }
    if (before !== 'IMPORTING') return
    const see = formatMessage({ id: 'import.see' })
    if (state === 'ERROR') tell('error', formatMessage({ id: 'import.failed.title' }), see)
    else if (status === 'ACTIVE' && count !== undefined) {
      tell('success', formatMessage({ id: 'import.done' }, { count }), see)
    }
  }, [status, state, count, environment, events, formatMessage])
}

function invalidateStore(store: RecordSourceProxy): void {
  // It is there; the types do not know it.
  const proxy = store as RecordSourceProxy & { invalidateStore(): void }
  proxy.invalidateStore()
}

function tell(kind: 'success' | 'error', message: string, way: string): void {
  const content = (
    <>
      {message}. <AppLink to={importPath}>{way}</AppLink>
    </>
  )
  showToast({ kind, message, content })
}
