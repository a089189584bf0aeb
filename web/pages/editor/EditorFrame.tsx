import type { ReactNode } from 'react'
import { useIntl } from 'react-intl'
import { useLocation } from 'react-router-dom'
import { BackLink } from '../../shared/page/BackLink.tsx'
import { isStripped } from '../../shared/stripped.ts'
import styles from './EditorFrame.module.css'

interface EditorFrameProps {
  readonly brandName: string
  readonly logoUrl: string
  readonly title: string
  /** Where the customer came from. */
  readonly back: { readonly to: string; readonly label: string }
  readonly children: ReactNode
}

/** The frame of the editor: brand, title, the note that it is a demonstration, and the back link. */
export function EditorFrame({ brandName, logoUrl, title, back, children }: EditorFrameProps) {
  const { formatMessage } = useIntl()
  const { search } = useLocation()
  return (
    <div className={styles.editor}>
      {!isStripped(search) && (
        <header className={styles.header}>
          <img src={logoUrl} alt="" width={32} height={32} />
          <span className={styles.brand}>{brandName}</span>
        </header>
      )}
      <main id="main" tabIndex={-1} className={styles.main}>
        <BackLink to={back.to}>{back.label}</BackLink>
        <h1 className={styles.title}>{title}</h1>
        <p className={styles.about}>{formatMessage({ id: 'editor.demonstration' }, { brand: brandName })}</p>
        {children}
      </main>
    </div>
  )
}
