import { Suspense, lazy, useEffect, useState } from 'react'
import { FormattedList, FormattedMessage, useIntl } from 'react-intl'
import { graphql, useFragment } from 'react-relay/hooks'
import { useLocation, useNavigate } from 'react-router-dom'
import type { PaymentMethodSection_methods$key } from '../../__generated__/PaymentMethodSection_methods.graphql.ts'
import { useSession } from '../../app/sessionContext.ts'
import { forgetTyped, typedBefore } from '../../auth/signInAgain.ts'
import { carryAlong } from '../../shared/carryAlong.ts'
import { settingsPaths } from '../../shared/paths.ts'
import { Button } from '../../ui/Button.tsx'
import styles from './PaymentMethodSection.module.css'
import { RemovingMethod } from './RemovingMethod.tsx'
import { SetupNotice } from './SetupNotice.tsx'
import { StoredMethod } from './StoredMethod.tsx'
import { useAddMethod } from './useAddMethod.ts'
import { useSetupOutcome } from './useSetupOutcome.ts'

const RemoveMethodDialog = lazy(async () => ({
  default: (await import('./RemoveMethodDialog.tsx')).RemoveMethodDialog,
}))

const fragment = graphql`
  fragment PaymentMethodSection_methods on PaymentMethods {
    allowedKinds
    canChange
    stored {
      ...StoredMethod_method
      ...RemoveMethodDialog_method
    }
    removing {
      id
      ...RemovingMethod_method
    }
  }
`

export interface PaymentMethodSectionProps {
  readonly methods: PaymentMethodSection_methods$key
  /** Fetches the payment method again. */
  readonly onChanged: () => void
}

/** The stored method, the outcome of a visit to the payment provider, and the buttons that add and remove. */
export function PaymentMethodSection({ methods, onChanged }: PaymentMethodSectionProps) {
  const { signIn } = useSession()
  const { search } = useLocation()
  const navigate = useNavigate()
  const { stored, removing, allowedKinds, canChange } = useFragment(fragment, methods)
  const { result, checkAgain } = useSetupOutcome(new URLSearchParams(search).get('setup'), onChanged)
  // After the customer has signed in again to remove the method, the dialog opens again.
  const [isAsking, setIsAsking] = useState(() => typedBefore(signIn)?.['action'] === 'remove')
  useEffect(() => {
    if (typedBefore(signIn)?.['action'] === 'remove') forgetTyped()
  }, [signIn])
  const removed = () => {
    setIsAsking(false)
    onChanged()
    // Removes from the address the visit that stored this method.
    void navigate(carryAlong(settingsPaths.paymentMethod, search), { replace: true })
  }
  // An older address may name a visit that stored a method which has been removed since.
  const isOutdated = result === 'STORED' && !stored
  return (
    <>
      <SetupNotice result={isOutdated ? null : result} checkAgain={checkAgain} />
      {stored ? <StoredMethod method={stored} /> : <NothingStored />}
      {removing.length > 0 && (
        <ul className={styles.removing}>
          {removing.map((method) => (
            <RemovingMethod key={method.id} method={method} />
          ))}
        </ul>
      )}
      {canChange === false ? (
        <FormattedMessage id="settings.blocked" tagName="p" />
      ) : (
        <Actions
          isStored={Boolean(stored)}
          kinds={allowedKinds.flatMap((kind) => (kind === '%future added value' ? [] : kind))}
          onRemove={() => setIsAsking(true)}
        />
      )}
      {isAsking && stored && (
        <Suspense fallback={null}>
          <RemoveMethodDialog method={stored} onClose={() => setIsAsking(false)} onRemoved={removed} />
        </Suspense>
      )}
    </>
  )
}

function NothingStored() {
  return (
    <div className={styles.empty}>
      <h2 className={styles.title}>
        <FormattedMessage id="payment.empty" />
      </h2>
      <p>
        <FormattedMessage id="payment.emptyText" />
      </p>
    </div>
  )
}

interface ActionsProps {
  readonly isStored: boolean
  /** The kinds of payment methods that the brand allows. */
  readonly kinds: readonly ('CARD' | 'DIRECT_DEBIT')[]
  readonly onRemove: () => void
}

function Actions({ isStored, kinds, onRemove }: ActionsProps) {
  const { formatMessage } = useIntl()
  const { add, isLeaving, failure } = useAddMethod()
  const names = kinds.map((kind) => formatMessage({ id: `payment.kind.${kind}` }))
  return (
    <>
      <p className={styles.allowed}>
        {names.length > 0 ? (
          <FormattedMessage
            id="payment.allowed"
            values={{ kinds: <FormattedList value={names} type="disjunction" /> }}
          />
        ) : (
          <FormattedMessage id="payment.notAllowed" />
        )}
      </p>
      <div className={styles.actions}>
        {names.length > 0 && (
          <Button variant="primary" isPending={isLeaving} onPress={() => void add()}>
            {formatMessage({ id: isStored ? 'payment.replace' : 'payment.add' })}
          </Button>
        )}
        {isStored && <Button onPress={onRemove}>{formatMessage({ id: 'payment.remove' })}</Button>}
      </div>
      {/* Rendered while empty, so that screen readers announce later texts. */}
      <div role="alert" className={styles.failure}>
        {failure && (
          <FormattedMessage id={failure === 'blocked' ? 'settings.refused.blocked' : `payment.add.${failure}`} />
        )}
      </div>
    </>
  )
}
