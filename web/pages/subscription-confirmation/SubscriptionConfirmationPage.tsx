import { useIntl } from 'react-intl'
import { Navigate, useLocation, useNavigate } from 'react-router-dom'
import { useSession } from '../../app/sessionContext.ts'
import { carryAlong } from '../../shared/carryAlong.ts'
import { useRouteTitle } from '../../shared/page/useRouteTitle.ts'
import { routePaths } from '../../shared/routePaths.ts'
import { Button } from '../../ui/Button.tsx'
import { MessagePage } from '../../ui/MessagePage.tsx'
import { BrandFrame } from '../../shared/page/BrandFrame.tsx'
import { errorAddress, linkIn } from './confirmationLink.ts'
import { useConfirmSubscription } from './useConfirmSubscription.ts'

/**
 * The page of the mailed link that confirms a subscription. Opening it does nothing, because programs that check mails
 * open every link. Only its button confirms.
 */
export function SubscriptionConfirmationPage() {
  const { formatMessage } = useIntl()
  const { config } = useSession()
  const { search } = useLocation()
  const navigate = useNavigate()
  const title = useRouteTitle()
  const [confirm, isConfirming] = useConfirmSubscription()
  const link = linkIn(search)
  if (!link) return <Navigate replace to={errorAddress('wrong', null, search)} />
  const onPress = async () => {
    const outcome = await confirm(link)
    // Replaces this page, so that going back does not offer a used link.
    if (outcome !== 'confirmed') return navigate(errorAddress(outcome, link, search), { replace: true })
    const state = { subscribed: link.email }
    return navigate(carryAlong(routePaths.subscriptionSuccess, search), { replace: true, state })
  }
  return (
    <BrandFrame>
      <MessagePage
        topic="mail"
        title={title}
        actions={
          <Button variant="primary" isPending={isConfirming} onPress={() => void onPress()}>
            {formatMessage({ id: 'subscription.confirm' })}
          </Button>
        }
      >
        {formatMessage({ id: 'subscription.text' }, { email: link.email, brand: config.name })}
      </MessagePage>
    </BrandFrame>
  )
}
