import type { ReactNode } from 'react'
import { useLocation } from 'react-router-dom'
import { useSession } from '../../app/sessionContext.ts'
import { PlainFrame } from '../../ui/PlainFrame.tsx'
import { Footer } from './Footer.tsx'
import { isStripped } from '../stripped.ts'

/**
 * The frame of a page without the shell. In stripped mode it has neither header nor footer, because the page around ours
 * has them.
 */
export function BrandFrame({ children }: { readonly children: ReactNode }) {
  const { config } = useSession()
  const { search } = useLocation()
  const stripped = isStripped(search)
  return (
    <PlainFrame brand={config} isStripped={stripped} footer={stripped ? null : <Footer />}>
      {children}
    </PlainFrame>
  )
}
