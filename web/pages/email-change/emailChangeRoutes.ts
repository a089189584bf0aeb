import type { PageRoute } from '../../shared/page/PageRoute.ts'
import { settingsPaths } from '../../shared/paths.ts'
import { routePaths } from '../../shared/routePaths.ts'

const page = {
  title: 'emailChange.title',
  settings: { summary: 'emailChange.summary' },
  load: async () => (await import('./loadEmailChange.ts')).loadEmailChange,
  reloadOn: [],
  Page: async () => (await import('./EmailChangePage.tsx')).EmailChangePage,
} satisfies PageRoute

export const emailChangeRoute: PageRoute = {
  ...page,
  path: routePaths.email,
  accounts: 'private',
  otherAccounts: settingsPaths.businessEmail,
}

export const businessEmailChangeRoute: PageRoute = {
  ...page,
  path: routePaths.businessEmail,
  accounts: 'business',
  otherAccounts: settingsPaths.email,
}

/** The page of the mailed link. It signs the customer in if necessary, and then comes back to the same URL. */
export const confirmEmailChangeRoute: PageRoute = {
  path: routePaths.emailChangeConfirmation,
  title: 'emailChange.confirmTitle',
  load: async () => (await import('./loadConfirmation.ts')).loadConfirmation,
  reloadOn: ['confirmation-token'],
  Page: async () => (await import('./ConfirmEmailChangePage.tsx')).ConfirmEmailChangePage,
}

/** Shown to customers who were signed out because their e-mail address has changed. */
export const emailChangedRoute: PageRoute = {
  path: routePaths.emailChangeSuccess,
  title: 'emailChange.successTitle',
  Page: async () => (await import('./EmailChangedPage.tsx')).EmailChangedPage,
}

export const emailChangeErrorRoute: PageRoute = {
  path: routePaths.emailChangeError,
  title: 'emailChange.errorTitle',
  Page: async () => (await import('./EmailChangeErrorPage.tsx')).EmailChangeErrorPage,
}
