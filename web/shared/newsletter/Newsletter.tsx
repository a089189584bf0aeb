import { type ReactNode, useId, useRef, useState } from 'react'
import { FormattedDate, FormattedMessage, useIntl } from 'react-intl'
import { graphql, useFragment } from 'react-relay/hooks'
import type { Newsletter_viewer$data, Newsletter_viewer$key } from '../../__generated__/Newsletter_viewer.graphql.ts'
import { useSession } from '../../app/sessionContext.ts'
import { Button } from '../../ui/Button.tsx'
import { PartFailure } from '../PartFailure.tsx'
import styles from './Newsletter.module.css'
import { type NewsletterOutcome, useNewsletterChange } from './useNewsletterChange.ts'

const fragment = graphql`
  fragment Newsletter_viewer on Viewer {
    newsletter @catch(to: RESULT) {
      state
      email
      confirmedAt
    }
  }
`

type Subscription = NonNullable<Extract<Newsletter_viewer$data['newsletter'], { ok: true }>['value']>

export interface NewsletterProps {
  readonly viewer: Newsletter_viewer$key
  /** Fetches the data again after a failure to load. */
  readonly onRetry: () => void
}

/** The customer's subscription to news and offers. Shows nothing if the service has no such subscriptions. */
export function Newsletter({ viewer, onRetry }: NewsletterProps) {
  const { formatMessage } = useIntl()
  const titleId = useId()
  const { newsletter } = useFragment(fragment, viewer)
  if (newsletter.ok && !newsletter.value) return null
  return (
    <section aria-labelledby={titleId} className={styles.newsletter}>
      <h2 id={titleId} className={styles.title}>
        {formatMessage({ id: 'newsletter.title' })}
      </h2>
      {newsletter.ok && newsletter.value ? (
        <SubscriptionForm subscription={newsletter.value} />
      ) : (
        <PartFailure message={formatMessage({ id: 'newsletter.loadFailed' })} onRetry={onRetry} />
      )}
    </section>
  )
}

function SubscriptionForm({ subscription }: { readonly subscription: Subscription }) {
  const { formatMessage } = useIntl()
  const { subscribe, unsubscribe } = useNewsletterChange()
  const [running, setRunning] = useState<'main' | 'cancel' | null>(null)
  const [outcome, setOutcome] = useState<NewsletterOutcome | null>(null)
  const main = useRef<HTMLButtonElement>(null)
  const run = async (button: 'main' | 'cancel', change: () => Promise<NewsletterOutcome>) => {
    setRunning(button)
    setOutcome(null)
    const changed = await change()
    setOutcome(changed)
    setRunning(null)
    // The button that has cancelled the subscription disappears, so the focus moves to the other button.
    if (button === 'cancel' && changed.kind === 'changed') main.current?.focus()
  }
  const { state } = subscription
  const isSubscribed = state === 'SUBSCRIBED'
  const label = isSubscribed
    ? 'newsletter.unsubscribe'
    : state === 'PENDING'
      ? 'newsletter.again'
      : 'newsletter.subscribe'
  return (
    <>
      <output className={styles.text}>
        <State subscription={subscription} />
      </output>
      {/* Rendered while empty, so that screen readers announce a later text. */}
      <p role="alert" className={styles.problem}>
        {outcome && <Problem outcome={outcome} />}
      </p>
      <div className={styles.actions}>
        {/* The same button in every state, so that it keeps the focus. */}
        <Button
          ref={main}
          variant={isSubscribed || state === 'PENDING' ? 'secondary' : 'primary'}
          isPending={running === 'main'}
          onPress={() => void run('main', isSubscribed ? unsubscribe : subscribe)}
        >
          {formatMessage({ id: label })}
        </Button>
        {state === 'PENDING' && (
          <Button variant="quiet" isPending={running === 'cancel'} onPress={() => void run('cancel', unsubscribe)}>
            {formatMessage({ id: 'newsletter.cancel' })}
          </Button>
        )}
      </div>
    </>
  )
}

/** Says whether the customer gets the mails, or what the customer agrees to by subscribing. */
function State({ subscription: { state, email, confirmedAt } }: { readonly subscription: Subscription }): ReactNode {
  const { name: brand } = useSession().config
  if (state === 'PENDING') return <FormattedMessage id="newsletter.pending" values={{ email }} />
  if (state !== 'SUBSCRIBED' || !confirmedAt) return <FormattedMessage id="newsletter.consent" values={{ brand }} />
  const date = <FormattedDate value={confirmedAt} dateStyle="long" />
  return <FormattedMessage id="newsletter.subscribed" values={{ email, date }} />
}

function Problem({ outcome }: { readonly outcome: NewsletterOutcome }): ReactNode {
  switch (outcome.kind) {
    case 'changed':
      return null
    case 'limit':
      return (
        <FormattedMessage
          id="newsletter.limit"
          values={{ date: <FormattedDate value={outcome.retryAt} dateStyle="long" timeStyle="short" /> }}
        />
      )
    case 'unconfirmed':
      return <FormattedMessage id="newsletter.unconfirmed" />
    case 'failed':
      return <FormattedMessage id="newsletter.failed" />
  }
}
