import { type ReactNode, StrictMode } from 'react'
import { createIntl, RawIntlProvider, type IntlShape } from 'react-intl'
import { RelayEnvironmentProvider } from 'react-relay/hooks'
import { RouterProvider, createBrowserRouter } from 'react-router-dom'
import { SignIn } from '../auth/SignIn.ts'
import { createEnvironment } from '../relay/environment.ts'
import { createRoutes } from '../routes.tsx'
import { Session } from '../app/Session.ts'
import { SessionContext } from '../app/sessionContext.ts'
import { carryAlong } from '../shared/carryAlong.ts'
import { signedOutPath } from '../shared/paths.ts'
import { applyBrand } from './brand.ts'
import { chooseLocale, fallbackLocale, storedLocale } from './locale.ts'
import { loadMessages } from './messages.ts'
import { fetchPublicConfig } from '../app/publicConfig.ts'
import { isStorageAvailable } from '../app/storage.ts'

/** Prepares what every page needs. Rejects when the configuration or the messages cannot be loaded. */
export async function startApp(): Promise<ReactNode> {
  const config = await fetchPublicConfig()
  const hasStorage = isStorageAvailable()
  const locale = chooseLocale(config, navigator.languages, hasStorage ? storedLocale() : null)
  applyBrand(config, locale)
  const messages = await loadMessages(locale, config.catalogues)
  const intl = createIntl({ locale, messages, defaultLocale: fallbackLocale })
  const content = hasStorage ? createApp(config, intl) : await createBlockedPage(config.name)
  return (
    <StrictMode>
      <RawIntlProvider value={intl}>{content}</RawIntlProvider>
    </StrictMode>
  )
}

/** Loaded only where storage is blocked, which is rare. */
async function createBlockedPage(brandName: string): Promise<ReactNode> {
  const { StorageBlockedPage } = await import('../shell/StorageBlockedPage.tsx')
  return <StorageBlockedPage brandName={brandName} />
}

function createApp(config: Awaited<ReturnType<typeof fetchPublicConfig>>, intl: IntlShape): ReactNode {
  const signIn = new SignIn(config)
  const environment = createEnvironment({ graphqlUrl: config.graphqlUrl, tokens: signIn })
  const session = new Session({ config, signIn, environment, intl })
  // Loading the page again clears the previous account's data from memory, so that the next customer cannot see it. A tab
  // that another tab signed out does not start a sign-in: the identity provider's session may not have ended yet.
  signIn.onChangedElsewhere(() =>
    signIn.session() ? location.reload() : location.replace(carryAlong(signedOutPath, location.search)),
  )
  const router = createBrowserRouter(createRoutes(session))
  return (
    <SessionContext value={session}>
      <RelayEnvironmentProvider environment={environment}>
        <RouterProvider router={router} />
      </RelayEnvironmentProvider>
    </SessionContext>
  )
}
