import { useIntl } from 'react-intl'
import { useLocation } from 'react-router-dom'
import { useSession } from '../../app/sessionContext.ts'
import { useRouteTitle } from '../../shared/page/useRouteTitle.ts'
import { LinkButton } from '../../ui/LinkButton.tsx'
import { MessagePage } from '../../ui/MessagePage.tsx'
import { BrandFrame } from '../../shared/page/BrandFrame.tsx'

/** Says that the e-mail address was subscribed. */
export function SubscriptionSuccessPage() {
  const { formatMessage } = useIntl()
  const { config } = useSession()
  const title = useRouteTitle()
  const email = subscribedIn(useLocation().state)
  const brand = config.name
  return (
    <BrandFrame>
      <MessagePage
        topic="done"
        title={title}
        actions={
          <LinkButton variant="primary" href={config.links.storeFront}>
            {formatMessage({ id: 'subscription.continue' })}
          </LinkButton>
        }
      >
        {email === null
          ? formatMessage({ id: 'subscription.successUnnamed' }, { brand })
          : formatMessage({ id: 'subscription.success' }, { email, brand })}
      </MessagePage>
    </BrandFrame>
  )
}

/**
 * The e-mail address that the confirmation page has subscribed. It is in the state of the history entry, because an
 * e-mail address in the URL could be anybody's. Null if this page was opened by its URL.
 */
function subscribedIn(state: unknown): string | null {
  if (typeof state !== 'object' || state === null || !('subscribed' in state)) return null
  return typeof state.subscribed === 'string' ? state.subscribed : null
}
