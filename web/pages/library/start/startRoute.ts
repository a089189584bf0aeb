import type { PageRoute } from '../../../shared/page/PageRoute.ts'
import { routePaths } from '../../../shared/routePaths.ts'

/** The page on which visitors upload photos before they sign in. Signed-in customers are redirected to their photos. */
export const startRoute: PageRoute = {
  path: routePaths.start,
  title: 'start.title',
  feature: 'PhotoManagementUploadViewEnabled',
  load: async () => (await import('./loadStart.ts')).loadStart,
  Page: async () => (await import('./StartPage.tsx')).StartPage,
}
