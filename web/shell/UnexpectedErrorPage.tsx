import { useEffect } from 'react'
import { useIntl } from 'react-intl'
import { useRouteError } from 'react-router-dom'
import { RequestError } from '../relay/errors.ts'
import { Button } from '../ui/Button.tsx'
import { MessagePage } from '../shared/MessagePage.tsx'
import { reloadIfReleased } from './reloadIfReleased.ts'

/** The outer tier of error boundaries: it fills the window. */
export function UnexpectedErrorPage() {
  return (
    <main id="main" tabIndex={-1}>
      <UnexpectedError />
    </main>
  )
}

/** The message of an unexpected error. If a newer release is the cause, that release is loaded instead. */
export function UnexpectedError() {
  const { formatMessage } = useIntl()
  useEffect(() => void reloadIfReleased(), [])
  const error = useRouteError()
  const correlationId = error instanceof RequestError ? error.correlationId : ''
  return (
    <MessagePage
      title={formatMessage({ id: 'common.unexpectedError' })}
      action={
        <Button variant="primary" onPress={() => location.reload()}>
          {formatMessage({ id: 'common.retry' })}
        </Button>
      }
    >
      {correlationId !== '' && formatMessage({ id: 'common.reference' }, { correlationId })}
    </MessagePage>
  )
}
