import { type ReactNode, StrictMode } from 'react'
import { createIntl, RawIntlProvider } from 'react-intl'
import { RelayEnvironmentProvider } from 'react-relay/hooks'
import { RouterProvider, createBrowserRouter } from 'react-router-dom'
import { SignIn } from '../auth/SignIn.ts'
import { createEnvironment } from '../relay/environment.ts'
import type { EarlyPost } from '../relay/post.ts'
import { createRoutes } from '../routes.tsx'
import { Session } from '../app/Session.ts'
import { SessionContext } from '../app/sessionContext.ts'
import { carryAlong } from '../shared/carryAlong.ts'
import { isRightToLeft } from '../shared/direction.ts'
import { signedOutPath } from '../shared/paths.ts'
import { applyBrand } from './brand.ts'
import { type FirstRequests, sendFirstRequests } from './firstRequests.ts'
import { fallbackLocale } from './locale.ts'
import { loadMessages } from './messages.ts'
import { Outage } from './Outage.ts'
import { type PublicConfig, awayMark } from '../app/publicConfig.ts'

/**
 * Prepares what every page needs. While the config or the messages cannot be loaded, a page says so.
 * @param render shows that page
 */
export async function startApp(first: FirstRequests, render: (page: ReactNode) => void): Promise<ReactNode> {
  const outage = new Outage(render)
  if (awayMark()) return outage.leave()
  let requests = first
  const { config, locale } = await outage.untilAnswered(first.settings, () => {
    requests = sendFirstRequests()
    return requests.settings
  })
  applyBrand(config, locale)
  // The page's queries start here, so that they run while the messages are loaded.
  const app = first.hasStorage ? createApp(config, locale, requests.early) : null
  const messages = await outage.untilAnswered(requests.messages, () => loadMessages(locale, config.catalogues))
  const intl = createIntl({ locale, messages, defaultLocale: fallbackLocale })
  if (app) app.session.intl = intl
  document.documentElement.dir = intl.formatMessage({ id: 'language.direction', defaultMessage: 'ltr' })
  const content = <RawIntlProvider value={intl}>{app?.content ?? (await createBlockedPage(config))}</RawIntlProvider>
  return <StrictMode>{isOfBrowser(locale) ? content : await withLanguage(locale, content)}</StrictMode>
}

/** Whether React Aria knows the language and its direction without being told: React Aria asks the browser. */
function isOfBrowser(locale: string): boolean {
  return navigator.language.slice(0, 2) === locale.slice(0, 2) && !isRightToLeft()
}

/** The code is loaded only for customers who have chosen another language than their browser's. */
async function withLanguage(locale: string, content: ReactNode): Promise<ReactNode> {
  // Without this code, only the texts of React Aria itself are in the browser's language.
  const code = await import('./LanguageProvider.tsx').catch(() => null)
  return code ? <code.LanguageProvider locale={locale}>{content}</code.LanguageProvider> : content
}

/** The page's code is loaded only if the browser blocks storage, which is rare. */
async function createBlockedPage(config: PublicConfig): Promise<ReactNode> {
  const { StorageBlockedPage } = await import('../shell/StorageBlockedPage.tsx')
  return <StorageBlockedPage config={config} />
}

/** Creates the session and the router, whose loaders start immediately. */
function createApp(
  config: PublicConfig,
  locale: string,
  early: EarlyPost,
): { readonly session: Session; readonly content: ReactNode } {
  const signIn = new SignIn(config)
  const environment = createEnvironment({ graphqlUrl: config.graphqlUrl, tokens: signIn, early })
  const session = new Session({ config, locale, signIn, environment })
  // Loading the page again clears the previous account's data from memory, so that the next customer cannot see it. A
  // tab that another tab signed out does not start a sign-in: the identity provider's session may not have ended yet.
  signIn.onChangedElsewhere(() =>
    signIn.session() ? location.reload() : location.replace(carryAlong(signedOutPath, location.search)),
  )
  const router = createBrowserRouter(createRoutes(session))
  const content = (
    <SessionContext value={session}>
      <RelayEnvironmentProvider environment={environment}>
        <RouterProvider router={router} />
      </RelayEnvironmentProvider>
    </SessionContext>
  )
  return { session, content }
}
