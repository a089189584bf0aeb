import { type ReactNode, useEffect } from 'react'
import { createIntl, RawIntlProvider, useIntl } from 'react-intl'
import { readLocaleChoice } from '../../schema/rules/localeChoice.ts'
import { jitter } from '../app/backoff.ts'
import { type PublicConfig, awayMark, parsePublicConfig, readPublicConfig } from '../app/publicConfig.ts'
import { Button } from '../ui/Button.tsx'
import { MessagePage } from '../ui/MessagePage.tsx'
import { PlainFrame } from '../ui/PlainFrame.tsx'
import { applyBrand } from './brand.ts'
import { chooseLocale, fallbackLocale } from './locale.ts'
import { compiledLocales, loadCompiledMessages } from './messages.ts'

/** The delay (ms) before the services are asked: they were away a moment ago. */
const firstDelay = 1_000
/** The delay (ms) if this page appeared after a reload: the services may answer, but not at this URL. */
const laterDelay = 5_000

export interface AwayState {
  readonly isRetrying: boolean
  readonly onRetry: () => void
}

/**
 * Prepares the page that is shown until the services answer. It needs no service: the texts are in the static build,
 * and the brand is in the HTML that the edge has sent, if the edge knows the brand.
 */
export async function prepareAwayPage(): Promise<(state: AwayState) => ReactNode> {
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

/**
 * If the services did not answer when the edge sent this page: the latest config that the edge knew, or null if it knew
 * none. Otherwise null.
 */
function readLastConfig(): PublicConfig | null {
  const text = awayMark() === undefined ? undefined : document.getElementById('public-config')?.textContent
  const last: unknown = JSON.parse(text ?? 'null')
  return last === null ? null : parsePublicConfig(last)
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

/** The part of `Outage` that this file calls. `Outage` loads this file, so an import of its type would be a cycle. */
interface OutageOfConfig {
  untilAnswered(first: Promise<PublicConfig>, again: () => Promise<PublicConfig>): Promise<PublicConfig>
}

/**
 * Shows the page until the services answer, then loads the URL again, or goes back to the form that was sent.
 * @param outage shows the page
 */
export async function leaveAwayPage(outage: OutageOfConfig): Promise<never> {
  const [navigation] = performance.getEntriesByType('navigation')
  const isRepeated = navigation instanceof PerformanceNavigationTiming && navigation.type === 'reload'
  const delay = jitter(isRepeated ? laterDelay : firstDelay)
  const delayed = new Promise((resolve) => setTimeout(resolve, delay)).then(readPublicConfig)
  await outage.untilAnswered(delayed, readPublicConfig)
  if (awayMark() === 'back') history.back()
  else location.reload()
  return new Promise(() => undefined)
}
