import type { PageRoute } from '../../shared/page/PageRoute.ts'
import { settingsPaths } from '../../shared/paths.ts'
import { routePaths } from '../../shared/routePaths.ts'
import { SettingsIcon } from '../../ui/icons.tsx'

const page = {
  title: 'settings.title',
  menu: { Icon: SettingsIcon },
  load: async () => (await import('./loadSettings.ts')).loadSettings,
  reloadOn: [],
  Page: async () => (await import('./SettingsPage.tsx')).SettingsPage,
} satisfies PageRoute

export const settingsRoute: PageRoute = {
  ...page,
  path: routePaths.settings,
  accounts: 'private',
  otherAccounts: settingsPaths.business,
}

export const businessSettingsRoute: PageRoute = { ...page, path: routePaths.businessSettings, accounts: 'business' }
