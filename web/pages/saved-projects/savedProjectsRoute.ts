import type { PageRoute } from '../../shared/page/PageRoute.ts'
import { routePaths } from '../../shared/routePaths.ts'
import { BookIcon } from '../../ui/icons.tsx'

export const savedProjectsRoute: PageRoute = {
  path: routePaths.savedProjects,
  title: 'menu.savedProjects',
  menu: { Icon: BookIcon },
  load: async () => (await import('./loadSavedProjects.ts')).loadSavedProjects,
  Page: async () => (await import('./SavedProjectsPage.tsx')).SavedProjectsPage,
}
