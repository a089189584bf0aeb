import { type FormEvent, useState } from 'react'
import { FormattedMessage } from 'react-intl'
import { type CookieConsent, noConsent } from '../../../schema/rules/cookieConsent.ts'
import { useSession } from '../../app/sessionContext.ts'
import { Button } from '../../ui/Button.tsx'
import { scriptsOf, wasReloaded } from './brandScripts.ts'
import { currentConsent, decideConsent } from './browserConsent.ts'
import styles from './ConsentForm.module.css'

const purposes = [
  { name: 'analytics', title: 'consent.analytics', text: 'consent.analyticsText' },
  { name: 'marketing', title: 'consent.marketing', text: 'consent.marketingText' },
] as const satisfies readonly { name: keyof CookieConsent; title: string; text: string }[]

/** Shows what the visitor allows, and stores a change. */
export function ConsentForm({ onSaved }: { readonly onSaved?: () => void }) {
  const [consent, setConsent] = useState(() => currentConsent() ?? noConsent)
  const [outcome, setOutcome] = useState<'saved' | 'notSaved' | null>(() => (wasReloaded() ? 'saved' : null))
  const { config, locale } = useSession()
  const hasFeedback = scriptsOf(config, locale).feedback !== null
  const save = (event: FormEvent) => {
    event.preventDefault()
    const isSaved = decideConsent(consent)
    setOutcome(isSaved ? 'saved' : 'notSaved')
    if (isSaved) onSaved?.()
  }
  return (
    <form onSubmit={save} className={styles.form}>
      <p className={styles.text}>
        <strong>
          <FormattedMessage id="consent.necessary" />
        </strong>{' '}
        <FormattedMessage id="consent.necessaryText" />
      </p>
      {purposes.map(({ name, title, text }) => (
        <label key={name} className={styles.purpose}>
          <input
            type="checkbox"
            className={styles.checkbox}
            checked={consent[name]}
            onChange={({ currentTarget: { checked } }) => {
              setConsent({ ...consent, [name]: checked })
              setOutcome(null)
            }}
          />
          <span className={styles.text}>
            <strong>
              <FormattedMessage id={title} />
            </strong>{' '}
            <FormattedMessage id={text} />
            {name === 'analytics' && hasFeedback && (
              <>
                {' '}
                <FormattedMessage id="consent.feedbackText" />
              </>
            )}
          </span>
        </label>
      ))}
      <div className={styles.actions}>
        <Button type="submit">
          <FormattedMessage id="consent.save" />
        </Button>
        <output className={styles.outcome}>{outcome === 'saved' && <FormattedMessage id="consent.saved" />}</output>
      </div>
      <p role="alert" className={styles.problem}>
        {outcome === 'notSaved' && <FormattedMessage id="consent.notSaved" />}
      </p>
    </form>
  )
}
