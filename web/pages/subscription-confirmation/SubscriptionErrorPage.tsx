import { useIntl } from 'react-intl'
import { useLocation } from 'react-router-dom'
import { useSession } from '../../app/sessionContext.ts'
import { AppLinkButton } from '../../shared/AppLinkButton.tsx'
import { settingsPaths } from '../../shared/paths.ts'
import { usePageTitle } from '../../shared/usePageTitle.ts'
import { LinkButton } from '../../ui/LinkButton.tsx'
import { MessagePage } from '../../ui/MessagePage.tsx'
import { BrandFrame } from '../../shared/page/BrandFrame.tsx'
import { confirmationAddress, linkIn, type Reason, reasonIn } from './confirmationLink.ts'

/** The message ids for each reason. */
const texts: Readonly<Record<Reason, { readonly title: string; readonly text: string }>> = {
  used: { title: 'subscription.usedTitle', text: 'subscription.used' },
  expired: { title: 'subscription.errorTitle', text: 'subscription.expired' },
  wrong: { title: 'subscription.errorTitle', text: 'subscription.wrong' },
  failed: { title: 'subscription.errorTitle', text: 'subscription.failed' },
}

/** Says why a subscription was not confirmed, and what the reader can do. */
export function SubscriptionErrorPage() {
  const { formatMessage } = useIntl()
  const { config } = useSession()
  const { search } = useLocation()
  const reason = reasonIn(search)
  const title = formatMessage({ id: texts[reason].title })
  usePageTitle(title)
  const link = linkIn(search)
  const settings = formatMessage({ id: 'subscription.settings' })
  return (
    <BrandFrame>
      <MessagePage
        topic={reason === 'used' ? 'mail' : 'failed'}
        title={title}
        actions={
          <>
            {reason === 'failed' && link && (
              <AppLinkButton replace variant="primary" to={confirmationAddress(link, search)}>
                {formatMessage({ id: 'common.retry' })}
              </AppLinkButton>
            )}
            {reason === 'used' ? (
              <LinkButton variant="primary" href={config.links.storeFront}>
                {formatMessage({ id: 'subscription.continue' })}
              </LinkButton>
            ) : (
              <AppLinkButton
                variant={reason === 'failed' && link ? 'secondary' : 'primary'}
                to={settingsPaths.settings}
              >
                {settings}
              </AppLinkButton>
            )}
          </>
        }
      >
        {formatMessage({ id: texts[reason].text })}
      </MessagePage>
    </BrandFrame>
  )
}
