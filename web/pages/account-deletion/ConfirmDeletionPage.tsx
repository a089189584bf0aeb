import { useState } from 'react'
import { useIntl } from 'react-intl'
import { graphql, usePreloadedQuery } from 'react-relay/hooks'
import { useLocation, useNavigate, useSearchParams } from 'react-router-dom'
import type { ConfirmDeletionPageQuery } from '../../__generated__/ConfirmDeletionPageQuery.graphql.ts'
import { useSession } from '../../app/sessionContext.ts'
import type { LoadedQuery } from '../../relay/useLoadedQuery.ts'
import { AppLinkButton } from '../../shared/AppLinkButton.tsx'
import { carryAlong } from '../../shared/carryAlong.ts'
import { confirmationToken } from '../../shared/mailed-link/linkAddress.ts'
import { useRouteQuery } from '../../shared/page/useRouteQuery.ts'
import { useRouteTitle } from '../../shared/page/useRouteTitle.ts'
import { homePath } from '../../shared/paths.ts'
import { QuerySection } from '../../shared/QuerySection.tsx'
import { RecentSignInNotice } from '../../shared/RecentSignInNotice.tsx'
import { Button } from '../../ui/Button.tsx'
import { MessagePage } from '../../ui/MessagePage.tsx'
import { BrandFrame } from '../../shared/page/BrandFrame.tsx'
import { Waiting } from '../../ui/Waiting.tsx'
import { deletedPath, errorPath } from './deletionAddress.ts'
import { useConfirmDeletion } from './useConfirmDeletion.ts'

const query = graphql`
  query ConfirmDeletionPageQuery {
    viewer {
      email
    }
  }
`

/**
 * The page of the mailed link. It says what will happen. Opening it must delete nothing, because programs that check
 * mails open every link. Only its button deletes the account.
 */
export function ConfirmDeletionPage() {
  const { formatMessage } = useIntl()
  const page = useRouteQuery<ConfirmDeletionPageQuery>(query)
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

function Question({ page }: { readonly page: LoadedQuery<ConfirmDeletionPageQuery> }) {
  const { formatMessage } = useIntl()
  const title = useRouteTitle()
  const { signIn } = useSession()
  const navigate = useNavigate()
  const { search } = useLocation()
  const [parameters] = useSearchParams()
  const { viewer } = usePreloadedQuery<ConfirmDeletionPageQuery>(query, page.reference)
  const { confirm, isConfirming } = useConfirmDeletion()
  const [needsPassword, setNeedsPassword] = useState(false)
  const token = confirmationToken(parameters) ?? ''
  const open = (path: string, correlationId?: string) =>
    navigate(carryAlong(path, search), { replace: true, state: correlationId })
  const press = async () => {
    // The notice is rendered again after each refusal, so that it gets the focus and is announced again.
    setNeedsPassword(false)
    const confirmation = await confirm(token)
    if (confirmation.kind === 'signInAgain') return setNeedsPassword(true)
    if (confirmation.kind === 'deleted') return open(deletedPath(confirmation.deletesAt))
    if (confirmation.kind === 'refused') return open(errorPath(confirmation.problem, token))
    return open(errorPath('FAILED', token), confirmation.correlationId)
  }
  return (
    <>
      <MessagePage
        topic="locked"
        title={title}
        actions={
          <>
            <Button variant="danger" isPending={isConfirming} onPress={() => void press()}>
              {formatMessage({ id: 'accountDeletion.confirm' })}
            </Button>
            <AppLinkButton to={homePath}>{formatMessage({ id: 'accountDeletion.keep' })}</AppLinkButton>
          </>
        }
      >
        {formatMessage({ id: 'accountDeletion.confirmText' }, { email: viewer?.email ?? signIn.session()?.email })}
      </MessagePage>
      {needsPassword && <RecentSignInNotice form={{}} />}
    </>
  )
}
