import type { PageRoute } from '../../shared/page/PageRoute.ts'
import { routePaths } from '../../shared/routePaths.ts'

export const languageRoute: PageRoute = {
  path: routePaths.language,
  title: 'language.title',
  settings: { summary: 'language.summary' },
  Page: async () => (await import('./LanguagePage.tsx')).LanguagePage,
}
