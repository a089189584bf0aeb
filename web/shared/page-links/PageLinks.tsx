import type { ReactNode } from 'react'
import { useIntl } from 'react-intl'
import type { To } from 'react-router-dom'
import { ChevronLeftIcon } from '../../ui/icons.tsx'
import { ChevronRightIcon } from '../../ui/laterIcons.tsx'
import { VisuallyHidden } from '../../ui/VisuallyHidden.tsx'
import { AppLink } from '../AppLink.tsx'
import styles from './PageLinks.module.css'
import { shownPages } from './shownPages.ts'

export interface PageLinksProps {
  readonly addressOf: (page: number) => To
  /** The current page, from 1. */
  readonly page: number
  readonly pages: number
}

/** The links to the pages of a list. Renders nothing if there is only one page. */
export function PageLinks({ addressOf, page, pages }: PageLinksProps) {
  const { formatMessage, formatNumber } = useIntl()
  if (pages <= 1) return null
  return (
    <nav aria-label={formatMessage({ id: 'pages.label' })} className={styles.nav}>
      <Step to={page > 1 ? addressOf(page - 1) : null} rel="prev">
        <ChevronLeftIcon />
        <VisuallyHidden>{formatMessage({ id: 'pages.previous' })}</VisuallyHidden>
      </Step>
      <p className={styles.position}>{formatMessage({ id: 'pages.position' }, { page, pages })}</p>
      <ol className={styles.list}>
        {shownPages(page, pages).map((shown) =>
          typeof shown === 'string' ? (
            <li key={shown} aria-hidden="true" className={styles.gap}>
              …
            </li>
          ) : (
            <li key={shown}>
              <AppLink
                to={addressOf(shown)}
                aria-current={shown === page ? 'page' : undefined}
                aria-label={formatMessage({ id: 'pages.page' }, { page: shown })}
                className={styles.link}
              >
                {formatNumber(shown)}
              </AppLink>
            </li>
          ),
        )}
      </ol>
      <Step to={page < pages ? addressOf(page + 1) : null} rel="next">
        <ChevronRightIcon />
        <VisuallyHidden>{formatMessage({ id: 'pages.next' })}</VisuallyHidden>
      </Step>
    </nav>
  )
}

interface StepProps {
  /** Null if there is no such page. */
  readonly to: To | null
  readonly rel: 'prev' | 'next'
  readonly children: ReactNode
}

/** The link to the previous or the next page. If there is no such page, its space stays, so that no link moves. */
function Step({ to, rel, children }: StepProps) {
  if (to === null) return <span className={styles.step} />
  return (
    <AppLink to={to} rel={rel} className={styles.step}>
      {children}
    </AppLink>
  )
}
