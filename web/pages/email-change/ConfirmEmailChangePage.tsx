import { useState } from 'react'
import { useIntl } from 'react-intl'
import { graphql, usePreloadedQuery } from 'react-relay/hooks'
import { useLocation, useNavigate, useSearchParams } from 'react-router-dom'
import type { ConfirmEmailChangePageQuery } from '../../__generated__/ConfirmEmailChangePageQuery.graphql.ts'
import { useSession } from '../../app/sessionContext.ts'
import type { LoadedQuery } from '../../relay/useLoadedQuery.ts'
import { carryAlong } from '../../shared/carryAlong.ts'
import { confirmationToken } from '../../shared/mailed-link/linkAddress.ts'
import { useRouteQuery } from '../../shared/page/useRouteQuery.ts'
import { useRouteTitle } from '../../shared/page/useRouteTitle.ts'
import { emailChangePaths } from '../../shared/paths.ts'
import { QuerySection } from '../../shared/QuerySection.tsx'
import { RecentSignInNotice } from '../../shared/RecentSignInNotice.tsx'
import { Button } from '../../ui/Button.tsx'
import { MessagePage } from '../../ui/MessagePage.tsx'
import { BrandFrame } from '../../shared/page/BrandFrame.tsx'
import { Waiting } from '../../ui/Waiting.tsx'
import { errorPath } from './errorAddress.ts'
import { useConfirmEmailChange } from './useConfirmEmailChange.ts'

const query = graphql`
  query ConfirmEmailChangePageQuery {
    viewer {
      email
      emailChange {
        email
      }
    }
  }
`

/**
 * The page of the mailed link. It says what will change. Opening it must change nothing, because programs that check
 * mails open every link. Only its button changes the e-mail address.
 */
export function ConfirmEmailChangePage() {
  const { formatMessage } = useIntl()
  const page = useRouteQuery<ConfirmEmailChangePageQuery>(query)
  return (
    <BrandFrame>
      <QuerySection
        query={page}
        failure={formatMessage({ id: 'settings.loadFailed' })}
        skeleton={<Waiting label={formatMessage({ id: 'common.loading' })} />}
      >
        <Question page={page} />
      </QuerySection>
    </BrandFrame>
  )
}

function Question({ page }: { readonly page: LoadedQuery<ConfirmEmailChangePageQuery> }) {
  const { formatMessage } = useIntl()
  const title = useRouteTitle()
  const { signIn } = useSession()
  const navigate = useNavigate()
  const { search } = useLocation()
  const [parameters] = useSearchParams()
  const { viewer } = usePreloadedQuery<ConfirmEmailChangePageQuery>(query, page.reference)
  const { confirm, isConfirming } = useConfirmEmailChange()
  const [needsPassword, setNeedsPassword] = useState(false)
  const token = confirmationToken(parameters) ?? ''
  const open = (path: string, correlationId?: string) =>
    navigate(carryAlong(path, search), { replace: true, state: correlationId })
  const press = async () => {
    // The notice is rendered again after each refusal, so that it gets the focus and is announced again.
    setNeedsPassword(false)
    const confirmation = await confirm(token)
    if (confirmation.kind === 'signInAgain') return setNeedsPassword(true)
    if (confirmation.kind === 'changed') return open(emailChangePaths.success)
    const problem = confirmation.kind === 'refused' ? confirmation.problem : 'FAILED'
    const correlationId = confirmation.kind === 'failed' ? confirmation.correlationId : undefined
    return open(errorPath(problem, token), correlationId)
  }
  const email = viewer?.emailChange?.email
  const old = viewer?.email ?? signIn.session()?.email
  const text = email === undefined ? 'emailChange.confirmUnknown' : 'emailChange.confirmText'
  return (
    <>
      <MessagePage
        topic="locked"
        title={title}
        actions={
          <Button variant="primary" isPending={isConfirming} onPress={() => void press()}>
            {formatMessage({ id: 'emailChange.confirm' })}
          </Button>
        }
      >
        {formatMessage({ id: text }, { email, old })}
      </MessagePage>
      {needsPassword && <RecentSignInNotice form={{}} />}
    </>
  )
}
