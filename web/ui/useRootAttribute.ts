import { useInsertionEffect } from 'react'

/**
 * Sets an attribute on the root element while the component is mounted and `isSet`, so that style sheets know what is
 * on the page. `:root:has(…)` would also tell them, but the browser checks that again for every element that is added
 * or removed, and this made scrolling slower. The attribute's value is the number of components that set it.
 */
export function useRootAttribute(name: `data-has-${string}`, isSet = true): void {
  // Layout effects may measure the page, so the attribute must be set before them.
  useInsertionEffect(() => {
    if (!isSet) return undefined
    addTo(name, 1)
    return () => addTo(name, -1)
  }, [name, isSet])
}

function addTo(name: string, change: 1 | -1): void {
  const root = document.documentElement
  const count = Number(root.getAttribute(name)) + change
  if (count > 0) root.setAttribute(name, String(count))
  else root.removeAttribute(name)
}
