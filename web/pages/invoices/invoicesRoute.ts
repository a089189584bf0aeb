import type { PageRoute } from '../../shared/page/PageRoute.ts'
import { routePaths } from '../../shared/routePaths.ts'
import { InvoiceIcon } from '../../ui/icons.tsx'

export const invoicesRoute: PageRoute = {
  path: routePaths.invoices,
  title: 'invoices.title',
  accounts: 'business',
  menu: { Icon: InvoiceIcon, label: 'menu.invoices' },
  load: async () => (await import('./loadInvoices.ts')).loadInvoices,
  reloadOn: ['page'],
  Page: async () => (await import('./InvoicesPage.tsx')).InvoicesPage,
}
