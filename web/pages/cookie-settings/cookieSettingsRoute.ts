import type { PageRoute } from '../../shared/page/PageRoute.ts'
import { routePaths } from '../../shared/routePaths.ts'

export const cookieSettingsRoute: PageRoute = {
  path: routePaths.cookieSettings,
  title: 'consent.title',
  settings: { summary: 'consent.summary' },
  Page: async () => (await import('./CookieSettingsPage.tsx')).CookieSettingsPage,
}
