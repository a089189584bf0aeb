import { useIntl } from 'react-intl'
import { useSession } from '../../app/sessionContext.ts'
import { LanguageMenu } from '../language/LanguageMenu.tsx'
import styles from './Footer.module.css'

const links = [
  { name: 'customerCare', label: 'footer.customerCare' },
  { name: 'terms', label: 'footer.terms' },
  { name: 'privacy', label: 'footer.privacy' },
] as const

/** The end of a page: the brand's pages about help and its terms, and the language. */
export function Footer() {
  const { formatMessage } = useIntl()
  const { config } = useSession()
  return (
    <div className={styles.footer}>
      <nav aria-label={formatMessage({ id: 'footer.label' })}>
        <ul className={styles.links}>
          {links.map(({ name, label }) => (
            <li key={name}>
              <a href={config.links[name]} className={styles.link}>
                {formatMessage({ id: label })}
              </a>
            </li>
          ))}
        </ul>
      </nav>
      {config.locales.length > 1 && <LanguageMenu />}
    </div>
  )
}
