import { type FormEvent, useEffect, useRef } from 'react'
import { FormattedMessage } from 'react-intl'
import { addressCountries } from '../../../../../schema/rules/addressForms.ts'
import { useSession } from '../../../../app/sessionContext.ts'
import { AddressFields } from '../../../../shared/address/AddressFields.tsx'
import { brandCountries } from '../../../../shared/address/brandCountries.ts'
import { SavedAddressButton } from '../../../../shared/address/book/SavedAddressButton.tsx'
import type { FieldProblem } from '../../../../shared/address/formProblems.ts'
import { Button } from '../../../../ui/Button.tsx'
import styles from './AddressForm.module.css'
import { AddressRefusalNotice } from './AddressRefusalNotice.tsx'
import type { AddressDraft } from './addressDrafts.ts'
import type { AddressChange, AddressChangeState } from './useAddressChange.ts'

const noProblems: readonly FieldProblem[] = []

export interface AddressFormProps {
  readonly change: AddressChange
  readonly draft: AddressDraft
}

/** The form of a new delivery address, with the result of the last attempt to save it. */
export function AddressForm({ change, draft }: AddressFormProps) {
  const form = useRef<HTMLFormElement>(null)
  const { state } = change
  const countries = brandCountries(useSession().config, addressCountries)
  const isSending = state.kind === 'RequestInProgress' || state.kind === 'RequestSent'
  const refusal = state.kind === 'RequestFailed' ? state.refusal : null
  useFocus(form, state)
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (!isSending) void change.submit()
  }
  return (
    <form ref={form} noValidate aria-busy={isSending} className={styles.form} onSubmit={submit}>
      <SavedAddressButton countries={countries} isDisabled={isSending} onChoose={change.type} />
      <AddressFields
        texts={draft.texts}
        countries={countries}
        problems={refusal?.kind === 'invalid' ? refusal.fields : noProblems}
        isReadOnly={isSending}
        onChange={change.type}
      />
      {/* Rendered while empty, so that screen readers announce later texts. */}
      <div role="alert">
        {refusal && (
          <AddressRefusalNotice refusal={refusal} onOverwrite={change.overwrite} onDiscard={change.discard} />
        )}
      </div>
      <output className={styles.sent}>
        {state.kind === 'RequestSent' && <FormattedMessage id="order.address.sent" />}
      </output>
      {refusal?.kind !== 'changedMeanwhile' && (
        <div className={styles.buttons}>
          {state.kind === 'RequestSent' ? (
            <Button onPress={change.stopWaiting}>
              <FormattedMessage id="order.address.backToForm" />
            </Button>
          ) : (
            <Button isDisabled={isSending} onPress={change.discard}>
              <FormattedMessage id="common.cancel" />
            </Button>
          )}
          <Button type="submit" variant="primary" isPending={isSending}>
            <FormattedMessage id="order.address.save" />
          </Button>
        </div>
      )}
    </form>
  )
}

/**
 * Moves the focus to the first field when the form opens. After a refusal, moves it to the reason, unless it is already
 * at the first invalid field.
 */
function useFocus(form: { readonly current: HTMLFormElement | null }, state: AddressChangeState): void {
  useEffect(() => {
    if (state.kind === 'Editing') form.current?.querySelector('input')?.focus()
    // Runs once, when the form opens: later it would take the focus away from where the customer works.
    // eslint-disable-next-line react/exhaustive-deps
  }, [])
  useEffect(() => {
    if (state.kind !== 'RequestFailed') return
    const isAtField = form.current?.querySelector('[aria-invalid=true]') === document.activeElement
    if (!isAtField) form.current?.querySelector<HTMLElement>('[data-refusal]')?.focus()
  }, [form, state])
}
