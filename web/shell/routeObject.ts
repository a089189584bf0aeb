import { type LoaderFunctionArgs, type RouteObject, type ShouldRevalidateFunction, redirect } from 'react-router-dom'
import type { Session } from '../app/Session.ts'
import { carryAlong } from '../shared/carryAlong.ts'
import { addressWith } from '../shared/page/addressWith.ts'
import { hasPage } from '../shared/page/hasPage.ts'
import type { PageRoute } from '../shared/page/PageRoute.ts'
import { homePath } from '../shared/paths.ts'

/** Converts a page to a route of the router. */
export function routeObject(session: Session, page: PageRoute): RouteObject {
  const { path, load, Page, reloadOn, children } = page
  return {
    ...(path !== undefined && { path }),
    handle: page,
    loader: async (route) => {
      if (!isOpen(session, page, route)) return redirect(elsewhere(session, page, route))
      return load ? (await load())(session, route) : null
    },
    ...(reloadOn && { shouldRevalidate: hasChanged(reloadOn) }),
    ...(Page && { lazy: { Component: Page } }),
    ...(children && { children: children.map((child) => routeObject(session, child)) }),
  }
}

/** False for a page that this customer does not have. */
function isOpen(session: Session, page: PageRoute, { request }: LoaderFunctionArgs): boolean {
  // Without a sign-in, every page counts as one for the visitor's kind of account: the loader in web/routes.tsx starts
  // the sign-in, which returns to this address.
  const kind = session.signIn.session()?.kind ?? page.accounts
  return hasPage(session, page, new URL(request.url).searchParams, kind)
}

/** The address to which a customer who does not have the page is redirected. */
function elsewhere({ signIn }: Session, page: PageRoute, { request, params }: LoaderFunctionArgs): string {
  const { accounts, otherAccounts } = page
  const isOther = accounts !== undefined && accounts !== signIn.session()?.kind
  const path = isOther && otherAccounts !== undefined ? addressWith(otherAccounts, params) : homePath
  return carryAlong(path, new URL(request.url).search)
}

function hasChanged(names: readonly string[]): ShouldRevalidateFunction {
  return ({ currentUrl, nextUrl, currentParams, nextParams }) =>
    names.some(
      (name) =>
        currentParams[name] !== nextParams[name] ||
        currentUrl.searchParams.get(name) !== nextUrl.searchParams.get(name),
    )
}
