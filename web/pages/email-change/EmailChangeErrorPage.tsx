import { useIntl } from 'react-intl'
import { useLocation, useSearchParams } from 'react-router-dom'
import { useSession } from '../../app/sessionContext.ts'
import { AppLinkButton } from '../../shared/AppLinkButton.tsx'
import { useRouteTitle } from '../../shared/page/useRouteTitle.ts'
import { settingsPaths, signOutPath } from '../../shared/paths.ts'
import { LinkButton } from '../../ui/LinkButton.tsx'
import { MessagePage } from '../../ui/MessagePage.tsx'
import { PlainFrame } from '../../ui/PlainFrame.tsx'
import { confirmationPath, confirmationToken, type EmailChangeProblem, problemIn } from './errorAddress.ts'

/** Says why the address was not changed, and what to do next. It also works signed out. */
export function EmailChangeErrorPage() {
  const { formatMessage } = useIntl()
  const { config } = useSession()
  const title = useRouteTitle()
  const [parameters] = useSearchParams()
  const problem = problemIn(parameters)
  // Set by the page that confirms the change.
  const state: unknown = useLocation().state
  return (
    <PlainFrame brand={config}>
      <MessagePage
        topic="failed"
        title={title}
        correlationId={typeof state === 'string' ? state : undefined}
        actions={
          <>
            <NextStep problem={problem} token={confirmationToken(parameters)} />
            <LinkButton href={config.links.customerCare}>{formatMessage({ id: 'order.contact' })}</LinkButton>
          </>
        }
      >
        {formatMessage({ id: textOf(problem) })}
      </MessagePage>
    </PlainFrame>
  )
}

function NextStep({ problem, token }: { readonly problem: EmailChangeProblem; readonly token: string | null }) {
  const { formatMessage } = useIntl()
  if (problem === 'OTHER_ACCOUNT') {
    return (
      <AppLinkButton variant="primary" to={signOutPath}>
        {formatMessage({ id: 'shell.signOut' })}
      </AppLinkButton>
    )
  }
  const canSucceed = (problem === 'FAILED' || problem === 'TOO_MANY') && token !== null
  return (
    <AppLinkButton variant="primary" to={canSucceed ? confirmationPath(token) : settingsPaths.email}>
      {formatMessage({ id: canSucceed || problem === 'FAILED' ? 'common.retry' : 'emailChange.newLink' })}
    </AppLinkButton>
  )
}

function textOf(problem: EmailChangeProblem): string {
  switch (problem) {
    case 'FAILED':
      return 'emailChange.errorText'
    case 'IN_USE':
      return 'emailChange.inUse'
    case 'TOO_MANY':
      return 'emailChange.tooManyLater'
    case 'USED':
    case 'EXPIRED':
    case 'UNKNOWN':
    case 'OTHER_ACCOUNT':
      return `emailChange.link.${problem}`
  }
}
