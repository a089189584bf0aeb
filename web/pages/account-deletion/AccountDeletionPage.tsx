import { useEffect, useRef, useState } from 'react'
import { useIntl } from 'react-intl'
import { graphql, usePreloadedQuery } from 'react-relay/hooks'
import type { AccountDeletionPageQuery } from '../../__generated__/AccountDeletionPageQuery.graphql.ts'
import { useSession } from '../../app/sessionContext.ts'
import type { LoadedQuery } from '../../relay/useLoadedQuery.ts'
import { offersExport, useExportDialog } from '../../shared/exportDialog.ts'
import { AppLink } from '../../shared/AppLink.tsx'
import { PageFrame } from '../../shared/page/PageFrame.tsx'
import { PartFailure } from '../../shared/PartFailure.tsx'
import { useRouteQuery } from '../../shared/page/useRouteQuery.ts'
import { settingsPaths } from '../../shared/paths.ts'
import { Button } from '../../ui/Button.tsx'
import { ErrorState } from '../../ui/ErrorState.tsx'
import styles from './AccountDeletionPage.module.css'
import { DeletionFacts } from './DeletionFacts.tsx'
import { DeletionForm } from './DeletionForm.tsx'
import { DeletionPartsFailure } from './DeletionPartsFailure.tsx'

const query = graphql`
  query AccountDeletionPageQuery {
    viewer {
      email
      accountDeletion @catch(to: RESULT) {
        ...DeletionFacts_deletion
        ...DeletionPartsFailure_deletion
      }
    }
  }
`

/**
 * Says what is lost when the account is deleted, and offers an export. A form requests the mail with the link that
 * confirms the deletion.
 */
export function AccountDeletionPage() {
  const { formatMessage } = useIntl()
  const page = useRouteQuery<AccountDeletionPageQuery>(query)
  return (
    <PageFrame query={page} back="settings" failure={formatMessage({ id: 'settings.loadFailed' })}>
      <AccountDeletion page={page} />
    </PageFrame>
  )
}

function AccountDeletion({ page }: { readonly page: LoadedQuery<AccountDeletionPageQuery> }) {
  const { formatMessage } = useIntl()
  const { viewer } = usePreloadedQuery<AccountDeletionPageQuery>(query, page.reference)
  const { config } = useSession()
  const exportDialog = useExportDialog()
  const [isSent, setSent] = useState(false)
  if (!viewer) return <ErrorState message={formatMessage({ id: 'settings.loadFailed' })} onRetry={page.retry} />
  const { email, accountDeletion } = viewer
  return (
    <div className={styles.content}>
      {offersExport(config) && (
        <section className={styles.section}>
          <p>{formatMessage({ id: 'accountDeletion.exportText' })}</p>
          <div className={styles.actions}>
            <Button aria-haspopup="dialog" onPress={exportDialog.open}>
              {formatMessage({ id: 'export.title' })}
            </Button>
          </div>
        </section>
      )}
      <p>
        {formatMessage({ id: 'accountDeletion.dataText' })}{' '}
        <AppLink to={settingsPaths.dataDownload}>{formatMessage({ id: 'dataDownload.title' })}</AppLink>
      </p>
      {!accountDeletion.ok && <PartFailure onRetry={page.retry} />}
      {accountDeletion.ok && accountDeletion.value && (
        <>
          <DeletionPartsFailure deletion={accountDeletion.value} onRetry={page.retry} />
          <DeletionFacts deletion={accountDeletion.value} />
        </>
      )}
      {isSent ? <Sent email={email} /> : <DeletionForm onSent={() => setSent(true)} />}
    </div>
  )
}

/** Says where the link was mailed. It replaces the form, which had the focus, so the heading gets the focus. */
function Sent({ email }: { readonly email: string }) {
  const { formatMessage } = useIntl()
  const heading = useRef<HTMLHeadingElement>(null)
  useEffect(() => heading.current?.focus(), [])
  return (
    <section className={styles.sent}>
      <h2 ref={heading} tabIndex={-1}>
        {formatMessage({ id: 'accountDeletion.sentTitle' })}
      </h2>
      <p>{formatMessage({ id: 'accountDeletion.sent' }, { email })}</p>
    </section>
  )
}
