import type { To } from 'react-router-dom'

const flag = 'stripped'

/** Whether the shell's chrome is hidden: `?stripped`, with any value but `false`. */
export function isStripped(search: string): boolean {
  const value = new URLSearchParams(search).get(flag)
  return value !== null && value !== 'false'
}

/** The same path with the flag of the current address carried along. */
export function carryStripped(path: string, search: string): string {
  if (!isStripped(search)) return path
  const [beforeHash = '', hash] = path.split('#', 2)
  const [pathname = '', query] = beforeHash.split('?', 2)
  const parameters = new URLSearchParams(query)
  parameters.set(flag, 'true')
  return `${pathname}?${parameters}${hash === undefined ? '' : `#${hash}`}`
}

/** The same for a link's target, be it text or parts. */
export function carryStrippedTo(to: To, search: string): To {
  if (typeof to === 'string') return carryStripped(to, search)
  const [, query] = carryStripped(`${to.pathname ?? ''}${to.search ?? ''}`, search).split('?', 2)
  return query === undefined ? to : { ...to, search: `?${query}` }
}
