import type { PageRoute } from '../../shared/page/PageRoute.ts'
import { signedOutPath } from '../../shared/paths.ts'

/** The route to which the identity provider sends the browser after a sign-in. */
export const signInCallbackRoute: PageRoute = {
  path: '/auth/callback',
  Page: async () => (await import('./SignInCallbackPage.tsx')).SignInCallbackPage,
}

/** The route that a tab opens when another tab signs out. */
export const signedOutRoute: PageRoute = {
  path: signedOutPath,
  title: 'signedOut.title',
  Page: async () => (await import('./SignedOutPage.tsx')).SignedOutPage,
}
