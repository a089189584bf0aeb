import { useId, useState } from 'react'
import { FormattedMessage } from 'react-intl'
import { useSession } from '../../app/sessionContext.ts'
import { Button } from '../../ui/Button.tsx'
import { useRootAttribute } from '../../ui/useRootAttribute.ts'
import { decideConsent } from './browserConsent.ts'
import styles from './ConsentBanner.module.css'
import { ConsentForm } from './ConsentForm.tsx'

/** Asks the visitor what may be measured. It does not take the focus, and the page can be used meanwhile. */
export function ConsentBanner({ onClose }: { readonly onClose: () => void }) {
  const { config } = useSession()
  const [isChoosing, setChoosing] = useState(false)
  const titleId = useId()
  const decide = (isAllowed: boolean) => {
    decideConsent({ analytics: isAllowed, marketing: isAllowed })
    // Closes even if the browser stores no cookies. Then nothing is measured, and the next visit asks again.
    onClose()
  }
  useRootAttribute('data-has-consent-question')
  return (
    <section aria-labelledby={titleId} className={styles.banner}>
      <h2 id={titleId} className={styles.title}>
        <FormattedMessage id="consent.title" />
      </h2>
      <p className={styles.text}>
        <FormattedMessage id="consent.text" />{' '}
        <a href={config.links.privacy} className={styles.link}>
          <FormattedMessage id="consent.privacy" />
        </a>
      </p>
      {isChoosing ? (
        <ConsentForm onSaved={onClose} />
      ) : (
        <div className={styles.actions}>
          <Button onPress={() => decide(false)}>
            <FormattedMessage id="consent.reject" />
          </Button>
          <Button onPress={() => decide(true)}>
            <FormattedMessage id="consent.accept" />
          </Button>
          <Button variant="quiet" onPress={() => setChoosing(true)}>
            <FormattedMessage id="consent.choose" />
          </Button>
        </div>
      )}
    </section>
  )
}
