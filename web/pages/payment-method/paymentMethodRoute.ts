import type { PageRoute } from '../../shared/page/PageRoute.ts'
import { routePaths } from '../../shared/routePaths.ts'

export const paymentMethodRoute: PageRoute = {
  path: routePaths.paymentMethod,
  title: 'payment.title',
  settings: { summary: 'payment.summary' },
  load: async () => (await import('./loadPaymentMethod.ts')).loadPaymentMethod,
  reloadOn: [],
  Page: async () => (await import('./PaymentMethodPage.tsx')).PaymentMethodPage,
}
