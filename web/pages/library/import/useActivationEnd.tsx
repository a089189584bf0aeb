import { useEffect, useRef } from 'react'
import { useIntl } from 'react-intl'
import type { RecordSourceProxy } from 'relay-runtime'
import { AppLink } from '../../../shared/AppLink.tsx'
import { useLibraryEvents } from '../../../shared/LibraryEvents.ts'
import { importPath } from '../../../shared/paths.ts'
import { useSession } from '../../../app/sessionContext.ts'
import { showToast } from '../../../ui/toasts.ts'

/**
 * When the library becomes active again, invalidates the store so that photos and albums are fetched again. Shows a
 * toast with the result of an import, even of an interrupted one.
 */
export function useActivationEnd(
  status: string | null | undefined,
  state: string | undefined,
  count: number | undefined,
): void {
  const { environment } = useSession()
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
    if (state === 'ERROR') showResult('error', formatMessage({ id: 'import.failed.title' }), see)
    else if (status === 'ACTIVE' && count !== undefined) {
      showResult('success', formatMessage({ id: 'import.done' }, { count }), see)
    }
  }, [status, state, count, environment, events, formatMessage])
}

function invalidateStore(store: RecordSourceProxy): void {
  // The method exists, but the types lack it.
  const proxy = store as RecordSourceProxy & { invalidateStore(): void }
  proxy.invalidateStore()
}

function showResult(kind: 'success' | 'error', message: string, linkText: string): void {
  const content = (
    <>
      {message}. <AppLink to={importPath}>{linkText}</AppLink>
    </>
  )
  showToast({ kind, message, content })
}
