import { Suspense, lazy } from 'react'
import { useIntl } from 'react-intl'
import { ErrorState } from '../ui/ErrorState.tsx'
import { reloadIfReleased } from './reloadIfReleased.ts'

/**
 * The code of `FailedPage` is loaded right after the first view (Notices.tsx). So the page can usually be shown without
 * a network.
 */
const FailedPage = lazy(async () => {
  try {
    return { default: (await import('./FailedPage.tsx')).FailedPage }
  } catch {
    void reloadIfReleased()
    return { default: BareFailure }
  }
})

/** The middle tier of error boundaries: a page has failed, but the shell around it still works. */
export function PageError() {
  return (
    <Suspense fallback={null}>
      <FailedPage fillsWindow={false} />
    </Suspense>
  )
}

/** The outer tier of error boundaries: it fills the window. */
export function UnexpectedErrorPage() {
  return (
    <Suspense fallback={null}>
      <FailedPage fillsWindow />
    </Suspense>
  )
}

/** Shown when even the code of `FailedPage` cannot be loaded. */
function BareFailure() {
  const { formatMessage } = useIntl()
  return <ErrorState message={formatMessage({ id: 'common.unexpectedError' })} onRetry={() => location.reload()} />
}
