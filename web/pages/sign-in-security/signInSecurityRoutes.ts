import type { PageRoute } from '../../shared/page/PageRoute.ts'
import { routePaths } from '../../shared/routePaths.ts'

// Both pages share their files. The code of the first view contains the name of each file that is loaded later, so
// fewer files make that code smaller.
const loadQueries = () => import('./loadSignInSecurity.ts')
const loadPages = () => import('./signInSecurityPages.ts')

export const signInSecurityRoute: PageRoute = {
  path: routePaths.signInSecurity,
  title: 'signInSecurity.title',
  settings: { summary: 'signInSecurity.summary' },
  load: async () => (await loadQueries()).loadSignInSecurity,
  reloadOn: [],
  Page: async () => (await loadPages()).SignInSecurityPage,
}

export const connectedAppsRoute: PageRoute = {
  path: routePaths.connectedApps,
  title: 'apps.title',
  settings: { summary: 'apps.summary' },
  load: async () => (await loadQueries()).loadConnectedApps,
  reloadOn: [],
  Page: async () => (await loadPages()).ConnectedAppsPage,
}
