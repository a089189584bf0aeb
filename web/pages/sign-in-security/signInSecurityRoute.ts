import type { PageRoute } from '../../shared/page/PageRoute.ts'
import { routePaths } from '../../shared/routePaths.ts'

export const signInSecurityRoute: PageRoute = {
  path: routePaths.signInSecurity,
  title: 'signInSecurity.title',
  settings: { summary: 'signInSecurity.summary' },
  load: async () => (await import('./loadSignInSecurity.ts')).loadSignInSecurity,
  reloadOn: [],
  Page: async () => (await import('./SignInSecurityPage.tsx')).SignInSecurityPage,
}
