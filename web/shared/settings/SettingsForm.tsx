import { type FormEvent, type ReactNode, useEffect, useId, useRef, useState } from 'react'
import { FormattedMessage, useIntl } from 'react-intl'
import { useSession } from '../../app/sessionContext.ts'
import { actionLink } from '../../ui/actionLink.ts'
import { Button } from '../../ui/Button.tsx'
import { showToast } from '../../ui/toasts.ts'
import styles from './SettingsForm.module.css'
import type { FormRefusal, SettingsForm as Form } from './useSettingsForm.ts'

export interface SettingsFormProps<Texts, Problem> {
  readonly form: Form<Texts, Problem>
  /** True for a blocked business account, which cannot change anything. */
  readonly isBlocked: boolean
  /** The text of the button that saves. */
  readonly submit: ReactNode
  /** Messages that replace the general ones, for a form that does not change settings. */
  readonly messages?: { readonly saved: ReactNode; readonly failed: ReactNode }
  /** Buttons and links beside the button that saves. */
  readonly actions?: ReactNode
  /** Shows what is saved now, after it was changed elsewhere. */
  readonly renderCurrent: (texts: Texts) => ReactNode
  /** The fields. */
  readonly children: ReactNode
}

/** The form around the fields of a settings page: shows the result of the last attempt to save, and the buttons. */
export function SettingsForm<Texts, Problem>(props: SettingsFormProps<Texts, Problem>) {
  const { form, isBlocked, submit, messages, actions, renderCurrent, children } = props
  const element = useRef<HTMLFormElement>(null)
  const reasonId = useId()
  const { state } = form
  const refusal = state.kind === 'refused' ? state.refusal : null
  useFocusOnRefusal(element, refusal)
  const isSaving = state.kind === 'saving'
  const onSubmit = (event: FormEvent) => {
    event.preventDefault()
    if (!isBlocked) form.submit()
  }
  return (
    <form ref={element} noValidate aria-busy={isSaving} className={styles.form} onSubmit={onSubmit}>
      {isBlocked && <BlockedReason id={reasonId} />}
      <fieldset disabled={isBlocked} aria-describedby={isBlocked ? reasonId : undefined} className={styles.fields}>
        {children}
      </fieldset>
      {/* Rendered while empty, so that screen readers announce later texts. */}
      <div role="alert">
        {refusal && <Refusal refusal={refusal} failed={messages?.failed} form={form} renderCurrent={renderCurrent} />}
      </div>
      <output className={styles.saved}>
        {state.kind === 'saved' && (messages?.saved ?? <FormattedMessage id="settings.saved" />)}
      </output>
      {refusal?.kind !== 'changedMeanwhile' && (
        <div className={styles.buttons}>
          <Button
            type="submit"
            variant="primary"
            isPending={isSaving}
            isDisabled={isBlocked}
            aria-describedby={isBlocked ? reasonId : undefined}
          >
            {submit}
          </Button>
          {actions}
        </div>
      )}
    </form>
  )
}

/** Says why a blocked business account can change nothing. */
export function BlockedReason({ id }: { readonly id: string }) {
  const { links } = useSession().config
  return (
    <p id={id} className={styles.reason}>
      <FormattedMessage id="settings.blocked" />{' '}
      <a href={links.customerCare}>
        <FormattedMessage id="order.contact" />
      </a>
    </p>
  )
}

interface RefusalProps<Texts, Problem> extends Pick<SettingsFormProps<Texts, Problem>, 'form' | 'renderCurrent'> {
  readonly refusal: FormRefusal<Texts, Problem>
  readonly failed: ReactNode
}

/** Says why nothing was saved, and what the customer can do. */
function Refusal<Texts, Problem>({ refusal, failed, form, renderCurrent }: RefusalProps<Texts, Problem>) {
  const { links } = useSession().config
  return (
    <div data-refusal="" tabIndex={-1} className={styles.refusal}>
      <p className={styles.text}>
        <Reason refusal={refusal} failed={failed} />
      </p>
      {refusal.kind === 'other' && refusal.action}
      {refusal.kind === 'changedMeanwhile' && (
        <>
          {renderCurrent(refusal.current.texts)}
          <div className={styles.buttons}>
            <Button onPress={form.discard}>
              <FormattedMessage id="settings.keepCurrent" />
            </Button>
            <Button variant="primary" onPress={form.overwrite}>
              <FormattedMessage id="settings.useTyped" />
            </Button>
          </div>
        </>
      )}
      {refusal.kind === 'signIn' && <SignInAgain />}
      {refusal.kind === 'blocked' && (
        <a href={links.customerCare} className={actionLink}>
          <FormattedMessage id="order.contact" />
        </a>
      )}
      {refusal.kind === 'failed' && refusal.correlationId !== '' && (
        <p className={styles.reference}>
          <FormattedMessage id="common.reference" values={{ correlationId: refusal.correlationId }} />
        </p>
      )}
    </div>
  )
}

function Reason<Texts, Problem>({ refusal, failed }: Pick<RefusalProps<Texts, Problem>, 'refusal' | 'failed'>) {
  if (refusal.kind === 'other') return refusal.text
  if (refusal.kind === 'failed' && failed !== undefined) return failed
  return <FormattedMessage id={`settings.refused.${refusal.kind}`} />
}

/** Asks for the password again. The form keeps what was typed. */
function SignInAgain() {
  const { formatMessage } = useIntl()
  const { signIn } = useSession()
  const [isLeaving, setLeaving] = useState(false)
  const leave = async () => {
    setLeaving(true)
    try {
      await signIn.startAgain()
    } catch {
      // The identity service is unavailable.
      setLeaving(false)
      showToast({ kind: 'error', message: formatMessage({ id: 'settings.signInFailed' }) })
    }
  }
  return (
    <div className={styles.buttons}>
      <Button variant="primary" isPending={isLeaving} onPress={() => void leave()}>
        <FormattedMessage id="settings.signInAgain" />
      </Button>
    </div>
  )
}

/** After a refusal, moves the focus to the first field that is wrong, or to the reason. */
function useFocusOnRefusal(form: { readonly current: HTMLFormElement | null }, refusal: unknown): void {
  useEffect(() => {
    if (!refusal) return
    const wrong = form.current?.querySelector<HTMLElement>('[aria-invalid=true]')
    const reason = form.current?.querySelector<HTMLElement>('[data-refusal]')
    const target = wrong ?? reason
    target?.focus()
  }, [form, refusal])
}
