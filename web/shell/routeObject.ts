import { type LoaderFunctionArgs, type RouteObject, type ShouldRevalidateFunction, redirect } from 'react-router-dom'
import { type FeatureName, isFeatureOn } from '../app/features.ts'
import type { Session } from '../app/Session.ts'
import { carryAlong } from '../shared/carryAlong.ts'
import type { PageRoute } from '../shared/page/PageRoute.ts'
import { homePath } from '../shared/paths.ts'

/** Converts a page to a route of the router. */
export function routeObject(session: Session, page: PageRoute): RouteObject {
  const { path, feature, load, Page, reloadOn, children } = page
  return {
    ...(path !== undefined && { path }),
    handle: page,
    loader: async (route) => {
      if (feature && !isOn(session, feature, route)) return redirect(homeOf(route))
      return load ? (await load())(session, route) : null
    },
    ...(reloadOn && { shouldRevalidate: hasChanged(reloadOn) }),
    ...(Page && { lazy: { Component: Page } }),
    ...(children && { children: children.map((child) => routeObject(session, child)) }),
  }
}

function isOn({ config }: Session, feature: FeatureName, { request }: LoaderFunctionArgs): boolean {
  return isFeatureOn(config.features, feature, new URL(request.url).searchParams)
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
