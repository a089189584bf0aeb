import { useEffect, useState } from 'react'
import { useIntl } from 'react-intl'
import { useNavigate } from 'react-router-dom'
import { homePath } from '../../shared/paths.ts'
import { usePageTitle } from '../../shared/usePageTitle.ts'
import { useSession } from '../../app/sessionContext.ts'
import { Button } from '../../ui/Button.tsx'
import { LinkButton } from '../../ui/LinkButton.tsx'
import { MessagePage } from '../../ui/MessagePage.tsx'
import { BrandFrame } from '../../shared/page/BrandFrame.tsx'
import { Waiting } from '../../ui/Waiting.tsx'

/**
 * Completes the sign-in after the redirect from the identity provider, and opens the page that was requested before.
 */
export function SignInCallbackPage() {
  const { formatMessage } = useIntl()
  const { config, signIn } = useSession()
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
    <BrandFrame>
      <MessagePage
        topic="failed"
        title={formatMessage({ id: 'signIn.failedTitle' })}
        actions={
          <>
            <Button variant="primary" onPress={() => location.assign(homePath)}>
              {formatMessage({ id: 'common.retry' })}
            </Button>
            <LinkButton href={config.links.faq}>{formatMessage({ id: 'menu.faq' })}</LinkButton>
          </>
        }
      >
        {formatMessage({ id: 'signIn.failedText' })}
      </MessagePage>
    </BrandFrame>
  )
}
