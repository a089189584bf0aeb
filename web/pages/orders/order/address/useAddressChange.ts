import { useEffect, useRef, useState } from 'react'
import { retryLater } from '../../../../app/backoff.ts'
import { useSession } from '../../../../app/sessionContext.ts'
import { cleanAddress } from '../../../../../schema/rules/postalAddress.ts'
import type { AddressTexts } from '../../../../shared/address/addressTexts.ts'
import { formProblems } from '../../../../shared/address/formProblems.ts'
import { isSameAddress } from '../../../../shared/address/readAddress.ts'
import { separateNumber } from '../../../../shared/address/separateNumber.ts'
import { keepTyped, readTyped, typedKey } from '../../../../shared/typedTexts.ts'
import { type AddressDraft, draftOf } from './addressDrafts.ts'
import type { AddressVersion } from './addressVersion.ts'
import { type AddressOutcome, type AddressRefusal, useChangeDeliveryAddress } from './useChangeDeliveryAddress.ts'

/** The states of the change of an address (specification, section 4). */
export type AddressChangeState =
  | { readonly kind: 'NotStarted' }
  | { readonly kind: 'Editing' }
  /** The request has just been sent. */
  | { readonly kind: 'RequestInProgress' }
  /** The connection was lost before the answer. The request is repeated until it is answered. */
  | { readonly kind: 'RequestSent' }
  | { readonly kind: 'SuccessfulUpdate' }
  /** The form shows the reason, and everything that was typed. */
  | { readonly kind: 'RequestFailed'; readonly refusal: AddressRefusal }

export interface AddressChange {
  readonly state: AddressChangeState
  /** The draft in every state but `NotStarted` and `SuccessfulUpdate`. */
  readonly draft: AddressDraft | null
  /** Opens the form, with the stored draft if there is one. */
  readonly edit: () => void
  readonly type: (texts: AddressTexts) => void
  readonly submit: () => Promise<void>
  /** After `changedMeanwhile`: replaces the current address by the typed one. */
  readonly overwrite: (current: AddressVersion) => Promise<void>
  /** In the state `RequestSent`: stops repeating the request, and returns to the form. */
  readonly stopWaiting: () => void
  /** Closes the form and forgets the draft. */
  readonly discard: () => void
}

/** The change of the delivery address of an order. @param current the order as it is now */
export function useAddressChange(orderId: string, current: AddressVersion): AddressChange {
  const key = typedKey(useSession(), `address:${orderId}`)
  const [draft, setDraft] = useState(() => readTyped<AddressDraft | null>(key, null))
  const [state, setState] = useState<AddressChangeState>({ kind: draft ? 'Editing' : 'NotStarted' })
  const send = useSendUntilAnswered(orderId, () => setState({ kind: 'RequestSent' }))
  const keep = (kept: AddressDraft) => {
    keepTyped(key, kept)
    setDraft(kept)
  }
  const end = (kind: 'NotStarted' | 'SuccessfulUpdate') => {
    keepTyped(key, null)
    setDraft(null)
    setState({ kind })
  }
  const fail = (refusal: AddressRefusal) => setState({ kind: 'RequestFailed', refusal })
  const submit = async ({ texts, seen }: AddressDraft) => {
    const fields = formProblems(texts)
    if (fields.length > 0) return fail({ kind: 'invalid', fields })
    setState({ kind: 'RequestInProgress' })
    const outcome = await send.start(texts, seen)
    if (outcome?.kind === 'changed') end('SuccessfulUpdate')
    else if (outcome?.kind === 'refused') fail(outcome.refusal)
  }
  return {
    state,
    draft,
    edit: () => {
      keep(draft ?? draftOf(current))
      setState({ kind: 'Editing' })
    },
    type: (texts) => {
      keep({ ...(draft ?? draftOf(current)), texts })
      // The messages at the fields stay until the next attempt. Other messages disappear when the customer types.
      if (state.kind === 'RequestFailed' && state.refusal.kind !== 'invalid') setState({ kind: 'Editing' })
    },
    submit: async () => {
      if (!draft) return
      // Enter saves while the street still has the focus, so the field has not separated the house number yet.
      const complete = { ...draft, texts: separateNumber(draft.texts) }
      keep(complete)
      await submit(complete)
    },
    overwrite: async (seen) => {
      if (!draft) return
      keep({ ...draft, seen })
      await submit({ ...draft, seen })
    },
    stopWaiting: () => {
      send.stop()
      setState({ kind: 'Editing' })
    },
    discard: () => {
      send.stop()
      end('NotStarted')
    },
  }
}

/**
 * Sends the request, and repeats it while the connection is lost, because a repeated request has no further effect. If
 * the order has another version but still the address that the customer saw, something else has changed. Then the
 * request is sent again with the new version.
 */
function useSendUntilAnswered(orderId: string, onLost: () => void) {
  const change = useChangeDeliveryAddress()
  const aborter = useRef<AbortController>(null)
  useEffect(() => () => aborter.current?.abort(), [])
  /** Resolves with null if `stop` is called before the answer. */
  const start = async (texts: AddressTexts, { version, address }: AddressVersion) => {
    aborter.current?.abort()
    const { signal } = (aborter.current = new AbortController())
    let seen = version
    let outcome: AddressOutcome = { kind: 'lost' }
    for (let losses = 0; ;) {
      outcome = await change(orderId, seen, cleanAddress(texts))
      if (signal.aborted) return null
      const other = outcome.kind === 'refused' && outcome.refusal.kind === 'changedMeanwhile' && outcome.refusal.current
      if (other && other.version !== seen && isSameAddress(other.address, address)) seen = other.version
      else if (outcome.kind !== 'lost') return outcome
      else {
        onLost()
        await waitForRetry(losses, signal)
        losses += 1
      }
      if (signal.aborted) return null
    }
  }
  return { start, stop: () => aborter.current?.abort() }
}

/** Waits until the next attempt is due. Resolves earlier if the network is back or the signal aborts. */
function waitForRetry(retries: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    const cancel = retryLater(retries, resolve, { first: 2_000 })
    signal.addEventListener('abort', () => {
      cancel()
      resolve()
    })
  })
}
