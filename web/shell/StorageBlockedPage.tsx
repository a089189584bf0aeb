import { useEffect } from 'react'
import { useIntl } from 'react-intl'
import type { PublicConfig } from '../app/publicConfig.ts'
import { Button } from '../ui/Button.tsx'
import { LinkButton } from '../ui/LinkButton.tsx'
import { MessagePage } from '../ui/MessagePage.tsx'
import { PlainFrame } from '../ui/PlainFrame.tsx'

export interface StorageBlockedPageProps {
  readonly config: PublicConfig
}

/** Shown instead of the product when the browser blocks its storage. */
export function StorageBlockedPage({ config }: StorageBlockedPageProps) {
  const { formatMessage } = useIntl()
  const title = formatMessage({ id: 'storageBlocked.title' })
  useEffect(() => {
    document.title = `${title} – ${config.name}`
  }, [title, config.name])
  return (
    <PlainFrame brand={config}>
      <MessagePage
        topic="locked"
        title={title}
        actions={
          <>
            <Button variant="primary" onPress={() => location.reload()}>
              {formatMessage({ id: 'common.retry' })}
            </Button>
            <LinkButton href={config.links.faq}>{formatMessage({ id: 'menu.faq' })}</LinkButton>
          </>
        }
      >
        {formatMessage({ id: 'storageBlocked.text' }, { brand: config.name })}
      </MessagePage>
    </PlainFrame>
  )
}
