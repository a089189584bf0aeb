import type { PageRoute } from '../../shared/page/PageRoute.ts'
import { routePaths } from '../../shared/routePaths.ts'

/** The page that says what is lost, and requests the mail that confirms the deletion. */
export const accountDeletionRoute: PageRoute = {
  path: routePaths.accountDeletion,
  title: 'accountDeletion.title',
  settings: { summary: 'accountDeletion.summary' },
  load: async () => (await import('./loadAccountDeletion.ts')).loadAccountDeletion,
  reloadOn: [],
  Page: async () => (await import('./AccountDeletionPage.tsx')).AccountDeletionPage,
}

/** The page of the mailed link. It signs the customer in if necessary, and then comes back to the same URL. */
export const confirmDeletionRoute: PageRoute = {
  path: routePaths.accountDeletionConfirmation,
  title: 'accountDeletion.confirmTitle',
  load: async () => (await import('./loadConfirmation.ts')).loadConfirmation,
  reloadOn: ['confirmation-token'],
  Page: async () => (await import('./ConfirmDeletionPage.tsx')).ConfirmDeletionPage,
}

/** Shown to customers who were signed out because they have deleted their account. */
export const accountDeletedRoute: PageRoute = {
  path: routePaths.accountDeleted,
  title: 'accountDeletion.deletedTitle',
  Page: async () => (await import('./AccountDeletedPage.tsx')).AccountDeletedPage,
}

export const deletionErrorRoute: PageRoute = {
  path: routePaths.accountDeletionError,
  title: 'accountDeletion.errorTitle',
  Page: async () => (await import('./DeletionErrorPage.tsx')).DeletionErrorPage,
}
