import type { To } from 'react-router-dom'
import { featureNames } from '../app/features.ts'
import { isStripped, strippedFlag } from './stripped.ts'

/**
 * Adds to a path those parameters of the current address that apply to the whole visit: the `stripped` flag, and the
 * features that the address switches on or off. Without these, a page whose feature is off would redirect home.
 */
export function carryAlong(path: string, search: string): string {
  const carried = carriedParameters(search)
  if (carried.length === 0) return path
  const [beforeHash = '', hash] = path.split('#', 2)
  const [pathname = '', query] = beforeHash.split('?', 2)
  const parameters = new URLSearchParams(query)
  for (const [name, value] of carried) parameters.set(name, value)
  return `${pathname}?${parameters}${hash === undefined ? '' : `#${hash}`}`
}

/** Adds the same parameters to the target of a link. */
export function carryAlongTo(to: To, search: string): To {
  if (typeof to === 'string') return carryAlong(to, search)
  const [, query] = carryAlong(`${to.pathname ?? ''}${to.search ?? ''}`, search).split('?', 2)
  return query === undefined ? to : { ...to, search: `?${query}` }
}

function carriedParameters(search: string): readonly (readonly [name: string, value: string])[] {
  const parameters = new URLSearchParams(search)
  const features = featureNames.flatMap((name) => {
    const value = parameters.get(name)
    return value === 'true' || value === 'false' ? [[name, value] as const] : []
  })
  return isStripped(search) ? [[strippedFlag, 'true'], ...features] : features
}
