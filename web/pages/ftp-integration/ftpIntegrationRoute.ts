import type { PageRoute } from '../../shared/page/PageRoute.ts'
import { routePaths } from '../../shared/routePaths.ts'
import { IntegrationIcon } from '../../ui/icons.tsx'

export const ftpIntegrationRoute: PageRoute = {
  path: routePaths.ftpIntegration,
  title: 'ftp.title',
  accounts: 'business',
  menu: { Icon: IntegrationIcon, label: 'menu.ftp' },
  load: async () => (await import('./loadFtpIntegration.ts')).loadFtpIntegration,
  reloadOn: [],
  Page: async () => (await import('./FtpIntegrationPage.tsx')).FtpIntegrationPage,
}
