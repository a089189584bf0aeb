import { type ReactNode, use } from 'react'
import { useIntl } from 'react-intl'
import { useLocation } from 'react-router-dom'
import { useSession } from '../app/sessionContext.ts'
import { QuestionIcon, SignOutIcon } from '../ui/icons.tsx'
import { hasPage } from './page/hasPage.ts'
import type { PageRoute } from './page/PageRoute.ts'
import { PagesContext } from './page/pagesContext.ts'
import { signOutPath } from './paths.ts'

export interface MenuItem {
  readonly label: string
  readonly icon: ReactNode
  /** A path of the product, or the URL of a page outside of the product. */
  readonly to: string
  readonly isOutside?: boolean
  readonly children?: readonly MenuItem[]
}

/**
 * The entries of the menus: the pages that this customer has, in the order of `web/routes.tsx`, then help and sign-out.
 */
export function useMenuItems(): readonly MenuItem[] {
  const { formatMessage } = useIntl()
  const session = useSession()
  const { config } = session
  const { search } = useLocation()
  const parameters = new URLSearchParams(search)
  // The token names the kind of account. So the kind is known at the first render, and no entry appears later.
  const kind = session.signIn.session()?.kind
  const itemsOf = (pages: readonly PageRoute[]): readonly MenuItem[] =>
    pages.flatMap((page) => {
      const { path, title, menu, children: childPages } = page
      if (!menu || menu.isOffered?.(config) === false || !hasPage(session, page, parameters, kind)) return []
      const children = childPages && itemsOf(childPages)
      const to = path ?? children?.[0]?.to
      const label = menu.label ?? title
      if (to === undefined || label === undefined) return []
      const item = { label: formatMessage({ id: label }), icon: <menu.Icon />, to }
      return [children ? { ...item, children } : item]
    })
  return [
    ...itemsOf(use(PagesContext)),
    { label: formatMessage({ id: 'menu.faq' }), icon: <QuestionIcon />, to: config.links.faq, isOutside: true },
    { label: formatMessage({ id: 'shell.signOut' }), icon: <SignOutIcon />, to: signOutPath },
  ]
}
