import type { PageRoute } from '../../shared/page/PageRoute.ts'
import { routePaths } from '../../shared/routePaths.ts'

/** The pages of the link that confirms a subscription. They need no sign-in. */
export const subscriptionRoutes: readonly PageRoute[] = [
  {
    path: routePaths.subscriptionConfirmation,
    title: 'subscription.title',
    Page: async () => (await import('./SubscriptionConfirmationPage.tsx')).SubscriptionConfirmationPage,
  },
  {
    path: routePaths.subscriptionSuccess,
    title: 'subscription.successTitle',
    Page: async () => (await import('./SubscriptionSuccessPage.tsx')).SubscriptionSuccessPage,
  },
  {
    path: routePaths.subscriptionError,
    Page: async () => (await import('./SubscriptionErrorPage.tsx')).SubscriptionErrorPage,
  },
]
