import { useIntl } from 'react-intl'
import { carryAlong } from '../../shared/carryAlong.ts'
import { useRouteTitle } from '../../shared/page/useRouteTitle.ts'
import { homePath } from '../../shared/paths.ts'
import { MessagePage } from '../../shared/MessagePage.tsx'
import { Button } from '../../ui/Button.tsx'

/** What a tab shows after another tab has signed out. */
export function SignedOutPage() {
  const { formatMessage } = useIntl()
  const title = useRouteTitle()
  return (
    <main id="main" tabIndex={-1}>
      <MessagePage
        title={title}
        action={
          <Button variant="primary" onPress={() => location.assign(carryAlong(homePath, location.search))}>
            {formatMessage({ id: 'signedOut.again' })}
          </Button>
        }
      >
        {formatMessage({ id: 'signedOut.text' })}
      </MessagePage>
    </main>
  )
}
