import { useIntl } from 'react-intl'
import { useLocation, useSearchParams } from 'react-router-dom'
import { useSession } from '../../app/sessionContext.ts'
import { LinkButton } from '../../ui/LinkButton.tsx'
import { MessagePage } from '../../ui/MessagePage.tsx'
import { BrandFrame } from '../page/BrandFrame.tsx'
import { AppLinkButton } from '../AppLinkButton.tsx'
import { useRouteTitle } from '../page/useRouteTitle.ts'
import { signOutPath } from '../paths.ts'
import { confirmationPath, confirmationToken } from './linkAddress.ts'

export interface LinkErrorPageProps {
  /** `OTHER_ACCOUNT`: the link was mailed to another account. After `FAILED` and `TOO_MANY`, the link still works. */
  readonly problem: string
  /** The message id of the reason. */
  readonly text: string
  /** The page that the mailed link leads to. */
  readonly linkPath: string
  /** The page on which a new link can be requested. */
  readonly newLinkPath: string
}

/** Says why a mailed link did not work, and what to do next. It also works signed out. */
export function LinkErrorPage({ problem, text, linkPath, newLinkPath }: LinkErrorPageProps) {
  const { formatMessage } = useIntl()
  const { config } = useSession()
  const title = useRouteTitle()
  const [parameters] = useSearchParams()
  const token = confirmationToken(parameters)
  const canRetry = (problem === 'FAILED' || problem === 'TOO_MANY') && token !== null
  // Set by the page that the mailed link leads to.
  const state: unknown = useLocation().state
  return (
    <BrandFrame>
      <MessagePage
        topic="failed"
        title={title}
        correlationId={typeof state === 'string' ? state : undefined}
        actions={
          <>
            {problem === 'OTHER_ACCOUNT' ? (
              <AppLinkButton variant="primary" to={signOutPath}>
                {formatMessage({ id: 'shell.signOut' })}
              </AppLinkButton>
            ) : (
              <AppLinkButton variant="primary" to={canRetry ? confirmationPath(linkPath, token) : newLinkPath}>
                {formatMessage({ id: canRetry || problem === 'FAILED' ? 'common.retry' : 'emailChange.newLink' })}
              </AppLinkButton>
            )}
            <LinkButton href={config.links.customerCare}>{formatMessage({ id: 'order.contact' })}</LinkButton>
          </>
        }
      >
        {formatMessage({ id: text })}
      </MessagePage>
    </BrandFrame>
  )
}
