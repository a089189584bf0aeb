import { type ReactNode, useEffect } from 'react'
import { createIntl, RawIntlProvider, useIntl } from 'react-intl'
import { readLocaleChoice } from '../../schema/rules/localeChoice.ts'
import { type PublicConfig, readLastConfig } from '../app/publicConfig.ts'
import { Button } from '../ui/Button.tsx'
import { MessagePage } from '../ui/MessagePage.tsx'
import { PlainFrame } from '../ui/PlainFrame.tsx'
import { applyBrand } from './brand.ts'
import { chooseLocale, fallbackLocale } from './locale.ts'
import { compiledLocales, loadCompiledMessages } from './messages.ts'

export interface AwayState {
  readonly isRetrying: boolean
  readonly onRetry: () => void
}

/**
 * Prepares the page that is shown until the services answer. It needs no service: the texts are in the static build,
 * and the brand is in the HTML that the edge has sent, if the edge knows the brand.
 */
export async function loadAwayPage(): Promise<(state: AwayState) => ReactNode> {
  const brand = readLastConfig()
  const offered = brand ?? { locales: compiledLocales, defaultLocale: fallbackLocale }
  const locale = chooseLocale(offered, navigator.languages, readLocaleChoice(document.cookie))
  const intl = createIntl({ locale, messages: await loadCompiledMessages(locale), defaultLocale: fallbackLocale })
  if (brand) applyBrand(brand, locale)
  document.documentElement.lang = locale
  document.documentElement.dir = intl.formatMessage({ id: 'language.direction' })
  return (state) => (
    <RawIntlProvider value={intl}>
      <AwayPage brand={brand} {...state} />
    </RawIntlProvider>
  )
}

interface AwayPageProps extends AwayState {
  /** Null while the brand is unknown. */
  readonly brand: PublicConfig | null
}

function AwayPage({ brand, isRetrying, onRetry }: AwayPageProps) {
  const { formatMessage } = useIntl()
  const title = formatMessage({ id: brand ? 'away.title' : 'away.page' }, { brand: brand?.name })
  useEffect(() => {
    document.title = title
  }, [title])
  useEffect(() => {
    if (brand === null && !isRetrying) void openAgainIfUnknown()
  }, [brand, isRetrying])
  return (
    <PlainFrame brand={brand ?? undefined}>
      <MessagePage
        topic="away"
        title={title}
        actions={
          <Button variant="primary" isPending={isRetrying} onPress={onRetry}>
            {formatMessage({ id: 'common.retry' })}
          </Button>
        }
      >
        {formatMessage({ id: 'away.text' })}
      </MessagePage>
    </PlainFrame>
  )
}

/**
 * While the services start, the edge does not know yet whether a brand has this host. If no brand has it, the reload
 * shows the page that says so.
 */
async function openAgainIfUnknown(): Promise<void> {
  const answer = await fetch('/config.json').catch(() => null)
  if (answer?.status === 404) location.reload()
}
