import type { PageRoute } from '../../shared/page/PageRoute.ts'
import { routePaths } from '../../shared/routePaths.ts'

/** The route to which the identity provider sends the browser after a sign-in. */
export const signInCallbackRoute: PageRoute = {
  path: routePaths.signInCallback,
  Page: async () => (await import('./SignInCallbackPage.tsx')).SignInCallbackPage,
}

/** The route that a tab opens when another tab signs out. */
export const signedOutRoute: PageRoute = {
  path: routePaths.signedOut,
  title: 'signedOut.title',
  Page: async () => (await import('./SignedOutPage.tsx')).SignedOutPage,
}
