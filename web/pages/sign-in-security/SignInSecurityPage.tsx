import { useIntl } from 'react-intl'
import { graphql, usePreloadedQuery } from 'react-relay/hooks'
import type { SignInSecurityPageQuery } from '../../__generated__/SignInSecurityPageQuery.graphql.ts'
import type { LoadedQuery } from '../../relay/useLoadedQuery.ts'
import { useReturn } from '../../relay/useReturn.ts'
import { PageFrame } from '../../shared/page/PageFrame.tsx'
import { useRouteQuery } from '../../shared/page/useRouteQuery.ts'
import { ErrorState } from '../../ui/ErrorState.tsx'
import { PasskeysSection } from './PasskeysSection.tsx'
import { PasswordSection } from './PasswordSection.tsx'
import { SessionsSection } from './SessionsSection.tsx'
import styles from './SignInSecurityPage.module.css'
import { SignInSecuritySkeleton } from './SignInSecuritySkeleton.tsx'

const query = graphql`
  query SignInSecurityPageQuery {
    viewer {
      sessions @catch(to: RESULT) {
        __typename
      }
      passkeys @catch(to: RESULT) {
        __typename
      }
      passwordState @catch(to: RESULT) {
        __typename
      }
      ...PasswordSection_viewer
      ...SessionsSection_viewer
      ...PasskeysSection_viewer
    }
  }
`

/** The customer's password, sessions and passkeys. */
export function SignInSecurityPage() {
  const { formatMessage } = useIntl()
  const page = useRouteQuery<SignInSecurityPageQuery>(query)
  return (
    <PageFrame
      query={page}
      back="settings"
      failure={formatMessage({ id: 'signInSecurity.loadFailed' })}
      skeleton={<SignInSecuritySkeleton />}
    >
      <SignInSecurity page={page} />
    </PageFrame>
  )
}

function SignInSecurity({ page }: { readonly page: LoadedQuery<SignInSecurityPageQuery> }) {
  const { formatMessage } = useIntl()
  const { viewer } = usePreloadedQuery<SignInSecurityPageQuery>(query, page.reference)
  useReturn(() => page.refresh())
  if (!viewer) return <ErrorState message={formatMessage({ id: 'signInSecurity.loadFailed' })} onRetry={page.retry} />
  const isElsewhere = [viewer.passwordState, viewer.sessions, viewer.passkeys].every((part) => part.ok && !part.value)
  if (isElsewhere) return <p>{formatMessage({ id: 'signInSecurity.elsewhere' })}</p>
  return (
    <div className={styles.sections}>
      <PasswordSection viewer={viewer} onRetry={page.retry} />
      <SessionsSection viewer={viewer} onRetry={page.retry} />
      <PasskeysSection viewer={viewer} onRetry={page.retry} />
    </div>
  )
}
