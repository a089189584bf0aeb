import type { ComponentType } from 'react'
import type { LoaderFunctionArgs } from 'react-router-dom'
import type { FeatureName } from '../../app/features.ts'
import type { PublicConfig } from '../../app/publicConfig.ts'
import type { Session } from '../../app/Session.ts'
import type { AccountKind } from '../../auth/session.ts'
import type { IconProps } from '../../ui/icons.tsx'

/**
 * Everything that registers a page. The page's folder exports its route; `web/routes.tsx` lists the routes in the order
 * of the menus.
 */
export interface PageRoute {
  /** The absolute path, from `routePaths`. Absent for a layout, whose children have paths. */
  readonly path?: string
  /**
   * The message id of the title: names the document, the heading and the menu entry. Absent where the content decides.
   */
  readonly title?: string
  /** While this feature is off, the address leads to the overview and the menus leave the page out. */
  readonly feature?: FeatureName
  /**
   * The kind of accounts that have the page. For others, the address leads to the overview and the menus leave the page
   * out. Absent: all accounts.
   */
  readonly accounts?: AccountKind
  /** The pattern of the address to which accounts of the other kind are redirected; by default the overview. */
  readonly otherAccounts?: string
  /**
   * Loads the code that starts the page's query. It runs beside `Page`, so the query does not wait for the page's code.
   */
  readonly load?: () => Promise<Load>
  /** Loads the page's component; its code is fetched when the page is first opened. */
  readonly Page?: () => Promise<ComponentType>
  /**
   * The path and search parameters that `load` reads: it runs again only when one of them has changed. Absent: it runs
   * again with every navigation to the page.
   */
  readonly reloadOn?: readonly string[]
  readonly menu?: PageMenuEntry
  /** The link to the page in the settings. Absent: the settings do not link to the page. */
  readonly settings?: SettingsEntry
  /** The pages within a layout. In the side menu they form a group. */
  readonly children?: readonly PageRoute[]
}

/** Starts the queries of a page and returns them, or a redirect. */
export type Load = (session: Session, route: LoaderFunctionArgs) => unknown

export interface PageMenuEntry {
  readonly Icon: ComponentType<IconProps>
  /** The message id; by default the page's title. */
  readonly label?: string
  /** Returns whether the menus show the page for this brand. */
  readonly isOffered?: (config: PublicConfig) => boolean
}

/** A link in the settings. Its text is the page's title. */
export interface SettingsEntry {
  /** The id of the message that says what the page is for, below the link. */
  readonly summary: string
}
