import { type LoaderFunctionArgs, type RouteObject, type ShouldRevalidateFunction, redirect } from 'react-router-dom'
import { isFeatureOn } from '../app/features.ts'
import type { Session } from '../app/Session.ts'
import { carryAlong } from '../shared/carryAlong.ts'
import type { PageRoute } from '../shared/page/PageRoute.ts'
import { homePath } from '../shared/paths.ts'

/** Converts a page to a route of the router. */
export function routeObject(session: Session, page: PageRoute): RouteObject {
  const { path, load, Page, reloadOn, children } = page
  return {
    ...(path !== undefined && { path }),
    handle: page,
    loader: async (route) => {
      if (!isOpen(session, page, route)) return redirect(homeOf(route))
      return load ? (await load())(session, route) : null
    },
    ...(reloadOn && { shouldRevalidate: hasChanged(reloadOn) }),
    ...(Page && { lazy: { Component: Page } }),
    ...(children && { children: children.map((child) => routeObject(session, child)) }),
  }
}

/** Whether this customer has the page: its feature is on, and it is for this kind of account. */
function isOpen(
  { config, signIn }: Session,
  { feature, accounts }: PageRoute,
  { request }: LoaderFunctionArgs,
): boolean {
  if (feature && !isFeatureOn(config.features, feature, new URL(request.url).searchParams)) return false
  const kind = accounts && signIn.session()?.kind
  // Without an account, the sign-in starts (web/routes.tsx). It returns to this address.
  return kind === undefined || kind === accounts
}

function homeOf({ request }: LoaderFunctionArgs): string {
  return carryAlong(homePath, new URL(request.url).search)
}

function hasChanged(names: readonly string[]): ShouldRevalidateFunction {
  return ({ currentUrl, nextUrl, currentParams, nextParams }) =>
    names.some(
      (name) =>
        currentParams[name] !== nextParams[name] ||
        currentUrl.searchParams.get(name) !== nextUrl.searchParams.get(name),
    )
}
