import { type ReactNode, Suspense } from 'react'
import { useIntl } from 'react-intl'
import { Waiting } from '../../ui/Waiting.tsx'
import { useMarkFirstView } from '../firstView.ts'
import { homePath, timelinePath } from '../paths.ts'
import { type SectionBoundaryProps, SectionBoundary } from '../SectionBoundary.tsx'
import { usePageTitle } from '../usePageTitle.ts'
import { BackLink } from './BackLink.tsx'
import styles from './PageFrame.module.css'

export interface PageFrameProps extends Omit<SectionBoundaryProps, 'onFail'> {
  /** What the page belongs to, where the way back leads. */
  readonly below: 'menu' | 'library'
  readonly title: string
  /** What there is to know of the page, whatever it holds. */
  readonly text?: string
  /** What stands there until its content has come. */
  readonly waiting?: ReactNode
}

/** A page with one content: the way back, its title, and its content once that has come, or what is wrong with it. */
export function PageFrame({ below, title, text, waiting, children, ...boundary }: PageFrameProps) {
  const { formatMessage } = useIntl()
  usePageTitle(title)
  const loading = waiting ?? <Waiting label={formatMessage({ id: 'common.loading' })} className={styles.waiting} />
  return (
    <div data-below={below} className={styles.page}>
      <header>
        {below === 'menu' ? (
          <BackLink to={homePath} className={styles.toMenu}>
            {formatMessage({ id: 'library.backToMenu' })}
          </BackLink>
        ) : (
          <nav aria-label={formatMessage({ id: 'album.trail' })}>
            <BackLink to={timelinePath}>{formatMessage({ id: 'library.title' })}</BackLink>
          </nav>
        )}
        <h1 className={styles.title}>{title}</h1>
        {text !== undefined && <p className={styles.text}>{text}</p>}
      </header>
      <div className={styles.content}>
        <SectionBoundary {...boundary}>
          <Suspense fallback={loading}>
            {children}
            <FirstView />
          </Suspense>
        </SectionBoundary>
      </div>
    </div>
  )
}

/** Beside the content: it is there once the content is. */
function FirstView() {
  useMarkFirstView(true)
  return null
}
