import { useEffect, useRef, useState } from 'react'
import { useIntl } from 'react-intl'
import { graphql, usePreloadedQuery } from 'react-relay/hooks'
import type { EmailChangePageQuery } from '../../__generated__/EmailChangePageQuery.graphql.ts'
import type { LoadedQuery } from '../../relay/useLoadedQuery.ts'
import { PageFrame } from '../../shared/page/PageFrame.tsx'
import { PartFailure } from '../../shared/PartFailure.tsx'
import { useRouteQuery } from '../../shared/page/useRouteQuery.ts'
import { ErrorState } from '../../ui/ErrorState.tsx'
import { EmailChangeForm } from './EmailChangeForm.tsx'
import styles from './EmailChangePage.module.css'
import { PendingEmailChange } from './PendingEmailChange.tsx'

const query = graphql`
  query EmailChangePageQuery {
    viewer {
      email
      emailChange @catch(to: RESULT) {
        ...PendingEmailChange_change
      }
    }
  }
`

/** Changes the e-mail address: shows the current address and a pending change, and asks for a new address. */
export function EmailChangePage() {
  const { formatMessage } = useIntl()
  const page = useRouteQuery<EmailChangePageQuery>(query)
  return (
    <PageFrame query={page} back="settings" failure={formatMessage({ id: 'settings.loadFailed' })}>
      <EmailChange page={page} />
    </PageFrame>
  )
}

function EmailChange({ page }: { readonly page: LoadedQuery<EmailChangePageQuery> }) {
  const { formatMessage } = useIntl()
  const { viewer } = usePreloadedQuery<EmailChangePageQuery>(query, page.reference)
  const [isCancelled, setCancelled] = useState(false)
  const notice = useRef<HTMLOutputElement>(null)
  useEffect(() => {
    // The button that had the focus disappears with the pending change.
    if (isCancelled) notice.current?.focus()
  }, [isCancelled])
  if (!viewer) return <ErrorState message={formatMessage({ id: 'settings.loadFailed' })} onRetry={page.retry} />
  const { email, emailChange } = viewer
  const changed = (cancelled: boolean) => {
    setCancelled(cancelled)
    page.refresh()
  }
  return (
    <div className={styles.content}>
      <p className={styles.address}>{formatMessage({ id: 'emailChange.current' }, { email })}</p>
      {/* Rendered while empty, so that screen readers announce it. */}
      <output ref={notice} tabIndex={-1} className={styles.address}>
        {isCancelled && formatMessage({ id: 'emailChange.cancelled' }, { email })}
      </output>
      {!emailChange.ok && <PartFailure onRetry={page.retry} />}
      {emailChange.ok && emailChange.value && (
        <PendingEmailChange change={emailChange.value} onCancelled={() => changed(true)} />
      )}
      <EmailChangeForm onSent={() => changed(false)} />
    </div>
  )
}
