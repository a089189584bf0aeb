import type { PageRoute } from '../../../shared/page/PageRoute.ts'
import { routePaths } from '../../../shared/routePaths.ts'
import { TrashIcon } from '../../../ui/icons.tsx'

/**
 * The route of the trash. It works even when the brand has no trash any more, because photos that were deleted before
 * can still be restored.
 */
export const trashRoute: PageRoute = {
  path: routePaths.trash,
  title: 'menu.trash',
  menu: { Icon: TrashIcon, isOffered: ({ trashDays }) => trashDays > 0 },
  load: async () => (await import('./loadTrash.ts')).loadTrash,
  Page: async () => (await import('./TrashPage.tsx')).TrashPage,
}
