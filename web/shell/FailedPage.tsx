import { useIntl } from 'react-intl'
import { useRouteError } from 'react-router-dom'
import { useSession } from '../app/sessionContext.ts'
import { RequestError } from '../relay/errors.ts'
import { carryAlong } from '../shared/carryAlong.ts'
import { homePath } from '../shared/paths.ts'
import { usePageTitle } from '../shared/usePageTitle.ts'
import { Button } from '../ui/Button.tsx'
import { LinkButton } from '../ui/LinkButton.tsx'
import { MessagePage } from '../ui/MessagePage.tsx'
import { PlainFrame } from '../ui/PlainFrame.tsx'
import { type Cause, useCause } from './useCause.ts'

const texts: Readonly<Record<Cause, { readonly title: string; readonly text: string }>> = {
  failed: { title: 'unexpected.title', text: 'common.unexpectedError' },
  offline: { title: 'offline.title', text: 'offline.text' },
  away: { title: 'away.title', text: 'away.text' },
}

export interface FailedPageProps {
  /** Whether the shell has failed too, so that the page needs a frame of its own. */
  readonly fillsWindow: boolean
}

/** Says why the page cannot be shown. When the cause is over, the page opens by itself. */
export function FailedPage({ fillsWindow }: FailedPageProps) {
  const { formatMessage } = useIntl()
  const { config } = useSession()
  const cause = useCause()
  const error = useRouteError()
  const { title: titleId, text } = texts[cause]
  const title = formatMessage({ id: titleId }, { brand: config.name })
  usePageTitle(title)
  const message = (
    <MessagePage
      topic={cause}
      title={title}
      correlationId={error instanceof RequestError ? error.correlationId : undefined}
      actions={
        <>
          <Button variant="primary" onPress={() => location.reload()}>
            {formatMessage({ id: 'common.retry' })}
          </Button>
          {/* Loads the whole page again, because parts of this one may not work. */}
          <LinkButton href={carryAlong(homePath, location.search)}>{formatMessage({ id: 'notFound.home' })}</LinkButton>
        </>
      }
    >
      {formatMessage({ id: text })} {cause === 'failed' && formatMessage({ id: 'common.photosSafe' })}
    </MessagePage>
  )
  return fillsWindow ? <PlainFrame brand={config}>{message}</PlainFrame> : message
}
