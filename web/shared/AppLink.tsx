import {
  type LinkProps,
  type NavLinkProps,
  type NavigateOptions,
  type To,
  Link,
  NavLink,
  useLocation,
  useNavigate,
} from 'react-router-dom'
import { type RefAttributes, useCallback } from 'react'
import { carryAlongTo } from './carryAlong.ts'

/** A link within the product. It keeps the parameters that apply to the whole visit, such as `stripped`. */
export function AppLink({ to, ...rest }: LinkProps & RefAttributes<HTMLAnchorElement>) {
  const { search } = useLocation()
  return <Link {...rest} to={carryAlongTo(to, search)} />
}

export interface AppNavLinkProps extends Omit<NavLinkProps, 'className'> {
  readonly className?: string | undefined
}

/** An `AppLink` for menus. It is marked if it leads to the current page. */
export function AppNavLink({ to, className = '', ...rest }: AppNavLinkProps) {
  const { search } = useLocation()
  return <NavLink {...rest} className={className} to={carryAlongTo(to, search)} />
}

/** Returns a function that navigates and keeps the same parameters as `AppLink`. */
export function useAppNavigate(): (to: To, options?: NavigateOptions) => void {
  const navigate = useNavigate()
  const { search } = useLocation()
  return useCallback(
    (to, options) => {
      void navigate(carryAlongTo(to, search), options)
    },
    [navigate, search],
  )
}
