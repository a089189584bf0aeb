import { useEffect, useState } from 'react'
import { useIntl } from 'react-intl'
import { useNavigate } from 'react-router-dom'
import { MessagePage } from '../../shared/MessagePage.tsx'
import { usePageTitle } from '../../shared/usePageTitle.ts'
import { useSession } from '../../app/sessionContext.ts'
import { Button } from '../../ui/Button.tsx'
import { Waiting } from '../../ui/Waiting.tsx'

/** Completes the sign-in after the identity provider, and goes to the page that was requested before. */
export function SignInCallbackPage() {
  const { formatMessage } = useIntl()
  const { signIn } = useSession()
  const navigate = useNavigate()
  const [hasFailed, setFailed] = useState(false)
  usePageTitle(formatMessage({ id: hasFailed ? 'signIn.failedTitle' : 'signIn.title' }))
  useEffect(() => {
    signIn.complete(location.href).then(
      (path) => navigate(path, { replace: true }),
      () => setFailed(true),
    )
  }, [signIn, navigate])
  if (!hasFailed) {
    return (
      <main id="main" tabIndex={-1}>
        <Waiting label={formatMessage({ id: 'signIn.title' })} />
      </main>
    )
  }
  return (
    <main id="main" tabIndex={-1}>
      <MessagePage
        title={formatMessage({ id: 'signIn.failedTitle' })}
        action={
          <Button variant="primary" onPress={() => location.assign('/')}>
            {formatMessage({ id: 'common.retry' })}
          </Button>
        }
      >
        {formatMessage({ id: 'signIn.failedText' })}
      </MessagePage>
    </main>
  )
}
