import { type RouteObject, redirect } from 'react-router-dom'
import type { Session } from './app/Session.ts'
import { addressRoutes } from './pages/addresses/addressRoutes.ts'
import { cookieSettingsRoute } from './pages/cookie-settings/cookieSettingsRoute.ts'
import { dataDownloadRoute } from './pages/data-download/dataDownloadRoute.ts'
import { downloadsRoute } from './pages/downloads/downloadsRoute.ts'
import { editorRoute } from './pages/editor/editorRoute.ts'
import {
  accountDeletedRoute,
  accountDeletionRoute,
  confirmDeletionRoute,
  deletionErrorRoute,
} from './pages/account-deletion/accountDeletionRoutes.ts'
import {
  businessEmailChangeRoute,
  confirmEmailChangeRoute,
  emailChangedRoute,
  emailChangeErrorRoute,
  emailChangeRoute,
} from './pages/email-change/emailChangeRoutes.ts'
import { ftpIntegrationRoute } from './pages/ftp-integration/ftpIntegrationRoute.ts'
import { invoicesRoute } from './pages/invoices/invoicesRoute.ts'
import { albumPickerRoute } from './pages/library/album-picker/albumPickerRoute.ts'
import { albumRoute } from './pages/library/album/albumRoute.ts'
import { exportRoute } from './pages/library/export/exportRoute.ts'
import { importRoute } from './pages/library/import/importRoute.ts'
import { libraryRoute } from './pages/library/libraryRoute.ts'
import { LibraryScope } from './pages/library/LibraryScope.tsx'
import { previewRoutes } from './pages/library/preview/previewRoutes.ts'
import { sharedAlbumRoute } from './pages/library/shared-album/sharedAlbumRoute.ts'
import { startRoute } from './pages/library/start/startRoute.ts'
import { trashRoute } from './pages/library/trash/trashRoute.ts'
import { uploadedPhotoRoute } from './pages/library/upload/uploadedPhotoRoute.ts'
import { onlineProductRoute, onlineProductsRoute } from './pages/online-products/onlineProductsRoutes.ts'
import { orderRoute } from './pages/orders/order/orderRoute.ts'
import { ordersRoute } from './pages/orders/list/ordersRoute.ts'
import { overviewRoute } from './pages/overview/overviewRoute.ts'
import { paymentMethodRoute } from './pages/payment-method/paymentMethodRoute.ts'
import { personalDetailsRoute } from './pages/personal-details/personalDetailsRoute.ts'
import { languageRoute } from './pages/language/languageRoute.ts'
import { savedProjectsRoute } from './pages/saved-projects/savedProjectsRoute.ts'
import { businessSettingsRoute, settingsRoute } from './pages/settings/settingsRoutes.ts'
import { connectedAppsRoute, signInSecurityRoute } from './pages/sign-in-security/signInSecurityRoutes.ts'
import { signInCallbackRoute, signedOutRoute } from './pages/sign-in/signInRoutes.ts'
import { subscriptionRoutes } from './pages/subscription-confirmation/subscriptionRoutes.ts'
import { carryAlong } from './shared/carryAlong.ts'
import type { PageRoute } from './shared/page/PageRoute.ts'
import { PagesContext } from './shared/page/pagesContext.ts'
import { timelinePath } from './shared/paths.ts'
import { routePaths } from './shared/routePaths.ts'
import { PageError, UnexpectedErrorPage } from './shell/PageError.tsx'
import { RootLayout } from './shell/RootLayout.tsx'
import { routeObject } from './shell/routeObject.ts'
import { SessionLayout } from './shell/SessionLayout.tsx'
import { Shell } from './shell/Shell.tsx'
import { StartingPage } from './shell/StartingPage.tsx'

/** The pages within the shell, in the order of the menus. */
const shellPages: readonly PageRoute[] = [
  overviewRoute,
  ordersRoute,
  orderRoute,
  onlineProductsRoute,
  onlineProductRoute,
  invoicesRoute,
  ftpIntegrationRoute,
  settingsRoute,
  businessSettingsRoute,
  personalDetailsRoute,
  ...addressRoutes,
  paymentMethodRoute,
  signInSecurityRoute,
  connectedAppsRoute,
  emailChangeRoute,
  businessEmailChangeRoute,
  languageRoute,
  cookieSettingsRoute,
  dataDownloadRoute,
  accountDeletionRoute,
  libraryRoute,
  albumRoute,
  albumPickerRoute,
  sharedAlbumRoute,
  exportRoute,
  importRoute,
  uploadedPhotoRoute,
  downloadsRoute,
  savedProjectsRoute,
  trashRoute,
  { path: '*', Page: async () => (await import('./shell/NotFoundPage.tsx')).NotFoundPage },
]

/** Pages that fill the window. */
const fullScreenPages: readonly PageRoute[] = [...previewRoutes, editorRoute]

/** Pages that need no sign-in. */
const publicPages: readonly PageRoute[] = [
  startRoute,
  signInCallbackRoute,
  confirmEmailChangeRoute,
  emailChangeErrorRoute,
  confirmDeletionRoute,
  deletionErrorRoute,
  ...[signedOutRoute, emailChangedRoute, accountDeletedRoute].map((page) => ({ ...page, load: forgetEndedSignIn })),
  ...subscriptionRoutes,
  { path: routePaths.signOut, load: async () => (await import('./shell/signOut.ts')).signOut },
]

/**
 * Creates all routes. An error of a page is shown within the shell, whose navigation still works; an error of the shell
 * fills the window.
 */
export function createRoutes(session: Session): RouteObject[] {
  const routesOf = (pages: readonly PageRoute[]) => pages.map((page) => routeObject(session, page))
  const shell: RouteObject = {
    element: (
      <PagesContext value={shellPages}>
        <Shell />
      </PagesContext>
    ),
    children: [
      {
        ErrorBoundary: PageError,
        children: [
          {
            path: routePaths.library,
            loader: ({ request }) => redirect(carryAlong(timelinePath, new URL(request.url).search)),
          },
          ...routesOf(shellPages),
        ],
      },
    ],
  }
  return [
    {
      Component: RootLayout,
      ErrorBoundary: UnexpectedErrorPage,
      HydrateFallback: StartingPage,
      children: [
        ...routesOf(publicPages),
        {
          Component: SessionLayout,
          loader: () => requireSession(session),
          shouldRevalidate: () => false,
          children: [{ Component: LibraryScope, children: [...routesOf(fullScreenPages), shell] }],
        },
      ],
    },
  ]
}

/** Loads the function that forgets a sign-in which the identity service has ended. */
async function forgetEndedSignIn() {
  return (await import('./shell/signOut.ts')).forgetEndedSignIn
}

/** Redirects a signed-out visitor to the identity provider, which redirects back to this address. */
async function requireSession({ signIn }: Session): Promise<null> {
  if (!signIn.session()) await signIn.start()
  return null
}
