import { type ReactNode, use, useCallback, useMemo, useState } from 'react'
import { type PageBarParts, PageBarContext } from './pageBarContext.ts'

/** Connects the bar of a page with the components below it. */
export function PageBarScope({ children }: { readonly children: ReactNode }) {
  const [parts, setParts] = useState(use(PageBarContext))
  const set = useCallback<PageBarParts['set']>((change) => setParts((present) => ({ ...present, ...change })), [])
  return <PageBarContext value={useMemo(() => ({ ...parts, set }), [parts, set])}>{children}</PageBarContext>
}
