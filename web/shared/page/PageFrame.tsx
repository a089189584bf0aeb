import type { ReactNode } from 'react'
import { useIntl } from 'react-intl'
import { Waiting } from '../../ui/Waiting.tsx'
import { useMarkFirstView } from '../firstView.ts'
import { menuPath, onlineProductsPath, settingsPaths, timelinePath } from '../paths.ts'
import { type QuerySectionProps, QuerySection } from '../QuerySection.tsx'
import { BackLink } from './BackLink.tsx'
import { useSettingsPath } from '../useSettingsPath.ts'
import styles from './PageFrame.module.css'
import { useRouteTitle } from './useRouteTitle.ts'

export interface PlainPageFrameProps {
  /** The target of the back link. */
  readonly back: 'menu' | 'library' | 'settings' | 'addresses' | 'onlineProducts'
  /** An introduction below the title. */
  readonly text?: string
  readonly children: ReactNode
}

export interface PageFrameProps extends PlainPageFrameProps, Omit<QuerySectionProps, 'skeleton' | 'children'> {
  /** Tabs, a search and the like: they are below the title, also while the content loads or has failed. */
  readonly tools?: ReactNode
  /** Shown until the content is there; by default a spinner. */
  readonly skeleton?: ReactNode
}

/** A page with one section: back link, the route's title, and the section with its skeleton and its failure. */
export function PageFrame({ back, text, tools, skeleton, children, ...section }: PageFrameProps) {
  const { formatMessage } = useIntl()
  const spinner = <Waiting label={formatMessage({ id: 'common.loading' })} className={styles.waiting} />
  return (
    <Frame back={back} {...(text !== undefined && { text })} tools={tools}>
      <QuerySection {...section} skeleton={skeleton ?? spinner}>
        {children}
        <FirstView />
      </QuerySection>
    </Frame>
  )
}

/** A page whose content needs no query. */
export function PlainPageFrame({ children, ...props }: PlainPageFrameProps) {
  return (
    <Frame {...props}>
      {children}
      <FirstView />
    </Frame>
  )
}

function Frame({ back, text, tools, children }: PlainPageFrameProps & Pick<PageFrameProps, 'tools'>) {
  const { formatMessage } = useIntl()
  const title = useRouteTitle()
  return (
    <div data-below={back} className={styles.page}>
      <header>
        {back === 'menu' ? (
          <BackLink to={menuPath} className={styles.toMenu}>
            {formatMessage({ id: 'library.backToMenu' })}
          </BackLink>
        ) : (
          <Trail back={back} />
        )}
        <h1 className={styles.title}>{title}</h1>
        {text !== undefined && <p className={styles.text}>{text}</p>}
      </header>
      {tools !== undefined && <div className={styles.tools}>{tools}</div>}
      <div className={styles.content}>{children}</div>
    </div>
  )
}

/** The link to the parent page. */
function Trail({ back }: { readonly back: Exclude<PlainPageFrameProps['back'], 'menu'> }) {
  const { formatMessage } = useIntl()
  const parents = {
    library: { path: timelinePath, title: 'library.title' },
    settings: { path: useSettingsPath(), title: 'settings.title' },
    addresses: { path: settingsPaths.allAddresses, title: 'addresses.title' },
    onlineProducts: { path: onlineProductsPath, title: 'menu.onlineProducts' },
  }
  const { path, title } = parents[back]
  return (
    <nav aria-label={formatMessage({ id: 'album.trail' })}>
      <BackLink to={path}>{formatMessage({ id: title })}</BackLink>
    </nav>
  )
}

/** Suspends together with the content, so its effect runs once the content is there. */
function FirstView() {
  useMarkFirstView(true)
  return null
}
