import { useIntl } from 'react-intl'
import { carryAlong } from '../../shared/carryAlong.ts'
import { useRouteTitle } from '../../shared/page/useRouteTitle.ts'
import { homePath } from '../../shared/paths.ts'
import { Button } from '../../ui/Button.tsx'
import { MessagePage } from '../../ui/MessagePage.tsx'
import { BrandFrame } from '../../shared/page/BrandFrame.tsx'

/** Says that the e-mail address has changed, and asks the customer to sign in again. */
export function EmailChangedPage() {
  const { formatMessage } = useIntl()
  const title = useRouteTitle()
  return (
    <BrandFrame>
      <MessagePage
        topic="locked"
        title={title}
        actions={
          // The page is loaded again, so that no data of the account stays in memory.
          <Button variant="primary" onPress={() => location.assign(carryAlong(homePath, location.search))}>
            {formatMessage({ id: 'signedOut.again' })}
          </Button>
        }
      >
        {formatMessage({ id: 'emailChange.successText' })}
      </MessagePage>
    </BrandFrame>
  )
}
