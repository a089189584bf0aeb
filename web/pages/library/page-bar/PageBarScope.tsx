import { type ReactNode, useCallback, useMemo, useState } from 'react'
import { type PageBarParts, PageBarContext } from './pageBarContext.ts'

const none: Omit<PageBarParts, 'set'> = {
  bar: null,
  place: null,
  monthSlot: null,
  isNarrow: false,
  openMonths: null,
  openStorage: null,
}

/** Connects the bar of a page with the components below it. */
export function PageBarScope({ children }: { readonly children: ReactNode }) {
  const [parts, setParts] = useState(none)
  const set = useCallback<PageBarParts['set']>((change) => setParts((present) => ({ ...present, ...change })), [])
  const value = useMemo(() => ({ ...parts, set }), [parts, set])
  return <PageBarContext value={value}>{children}</PageBarContext>
}
