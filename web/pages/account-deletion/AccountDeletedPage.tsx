import { useIntl } from 'react-intl'
import { useSearchParams } from 'react-router-dom'
import { useSession } from '../../app/sessionContext.ts'
import { carryAlong } from '../../shared/carryAlong.ts'
import { useRouteTitle } from '../../shared/page/useRouteTitle.ts'
import { homePath } from '../../shared/paths.ts'
import { Button } from '../../ui/Button.tsx'
import { LinkButton } from '../../ui/LinkButton.tsx'
import { MessagePage } from '../../ui/MessagePage.tsx'
import { BrandFrame } from '../../shared/page/BrandFrame.tsx'
import { deletionDay } from './deletionAddress.ts'

/**
 * Says that the account was deleted, until when the deletion can be undone, and what is kept. The page also works for
 * visitors who are not signed in.
 */
export function AccountDeletedPage() {
  const { formatMessage, formatDate } = useIntl()
  const { config } = useSession()
  const title = useRouteTitle()
  const [parameters] = useSearchParams()
  const day = deletionDay(parameters)
  const text =
    day === null
      ? formatMessage({ id: 'accountDeletion.deletedTextSoon' })
      : formatMessage(
          { id: 'accountDeletion.deletedText' },
          { date: formatDate(day, { dateStyle: 'long', timeZone: 'UTC' }) },
        )
  return (
    <BrandFrame>
      <MessagePage
        topic="locked"
        title={title}
        actions={
          <>
            {/* The page is loaded again, so that no data of the account stays in memory. */}
            <Button variant="primary" onPress={() => location.assign(carryAlong(homePath, location.search))}>
              {formatMessage({ id: 'accountDeletion.createAccount' })}
            </Button>
            <LinkButton href={config.links.storeFront}>
              {formatMessage({ id: 'accountDeletion.viewProducts' })}
            </LinkButton>
          </>
        }
      >
        {text}
      </MessagePage>
    </BrandFrame>
  )
}
