// One file for both pages: see signInSecurityRoutes.ts.
export { ConnectedAppsPage } from './ConnectedAppsPage.tsx'
export { SignInSecurityPage } from './SignInSecurityPage.tsx'
