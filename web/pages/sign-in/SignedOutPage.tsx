import { useIntl } from 'react-intl'
import { carryAlong } from '../../shared/carryAlong.ts'
import { homePath } from '../../shared/paths.ts'
import { MessagePage } from '../../shared/MessagePage.tsx'
import { usePageTitle } from '../../shared/usePageTitle.ts'
import { Button } from '../../ui/Button.tsx'

/** What a tab shows after another one signed out. */
export function SignedOutPage() {
  const { formatMessage } = useIntl()
  const title = formatMessage({ id: 'signedOut.title' })
  usePageTitle(title)
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
