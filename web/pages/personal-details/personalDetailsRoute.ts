import type { PageRoute } from '../../shared/page/PageRoute.ts'
import { routePaths } from '../../shared/routePaths.ts'

export const personalDetailsRoute: PageRoute = {
  path: routePaths.personalDetails,
  title: 'personalDetails.title',
  settings: { summary: 'personalDetails.summary' },
  load: async () => (await import('./loadPersonalDetails.ts')).loadPersonalDetails,
  reloadOn: [],
  Page: async () => (await import('./PersonalDetailsPage.tsx')).PersonalDetailsPage,
}
