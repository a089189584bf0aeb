import { useIntl } from 'react-intl'
import { useSession } from '../../app/sessionContext.ts'
import { carryAlong } from '../../shared/carryAlong.ts'
import { useRouteTitle } from '../../shared/page/useRouteTitle.ts'
import { homePath } from '../../shared/paths.ts'
import { Button } from '../../ui/Button.tsx'
import { MessagePage } from '../../ui/MessagePage.tsx'
import { BrandFrame } from '../../shared/page/BrandFrame.tsx'

/** The page that a tab shows after another tab has signed out, or all sign-ins of the account were ended. */
export function SignedOutPage() {
  const { formatMessage } = useIntl()
  const { signIn } = useSession()
  const title = useRouteTitle()
  return (
    <BrandFrame>
      <MessagePage
        topic="locked"
        title={title}
        actions={
          <Button variant="primary" onPress={() => location.assign(carryAlong(homePath, location.search))}>
            {formatMessage({ id: 'signedOut.again' })}
          </Button>
        }
      >
        {formatMessage({ id: signIn.hasEnded ? 'signedOut.everywhere' : 'signedOut.text' })}
      </MessagePage>
    </BrandFrame>
  )
}
