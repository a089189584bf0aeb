import type { ReactNode } from 'react'
import { useLocation } from 'react-router-dom'
import { useSession } from '../app/sessionContext.ts'
import { PlainFrame } from '../ui/PlainFrame.tsx'
import { isStripped } from './stripped.ts'

/** The frame of a page without the shell. In stripped mode it has no header, because the page around ours has one. */
export function BrandFrame({ children }: { readonly children: ReactNode }) {
  const { config } = useSession()
  const { search } = useLocation()
  return (
    <PlainFrame brand={config} isStripped={isStripped(search)}>
      {children}
    </PlainFrame>
  )
}
