import { type ReactNode, useEffect, useRef } from 'react'
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
    if (state === 'ERROR') {
      const content = formatMessage({ id: 'import.toast.failed' }, { link })
      showToast({ kind: 'error', message: formatMessage({ id: 'import.failed.title' }), content })
    } else if (status === 'ACTIVE' && count !== undefined) {
      const content = formatMessage({ id: 'import.toast.done' }, { count, link })
      showToast({ kind: 'success', message: formatMessage({ id: 'import.done' }, { count }), content })
    }
  }, [status, state, count, environment, events, formatMessage])
}

function invalidateStore(store: RecordSourceProxy): void {
  // The method exists, but the types lack it.
  const proxy = store as RecordSourceProxy & { invalidateStore(): void }
  proxy.invalidateStore()
}

function link(parts: readonly ReactNode[]): ReactNode {
  return (
    <AppLink key="link" to={importPath}>
      {parts}
    </AppLink>
  )
}
