import { useCallback, useState } from 'react'
import { deliveryCountries } from '../../../schema/rules/prints.ts'
import { type AddressTexts, addressTexts } from '../../shared/address/addressTexts.ts'
import { homeCountry } from '../../shared/address/homeCountry.ts'
import { keepTyped, readTyped } from '../../shared/typedTexts.ts'
import type { PrintChoice } from './printChoices.ts'

/** The outcomes of the demo payment. */
export const demoPayments = ['SUCCEEDS', 'FAILS', 'PENDING'] as const

export type DemoPayment = (typeof demoPayments)[number]

/** An order that was placed and is not paid. */
export interface UnpaidOrder {
  readonly id: string
  readonly code: string
  readonly payment: 'FAILED' | 'PENDING'
}

/** What a customer has chosen and typed. It survives a reload. */
export interface Draft {
  /** How many orders of this selection the customer knows of. Each order has a basket of its own. */
  readonly orders: number
  /** The code of the last of these orders; null: none. */
  readonly lastOrder: string | null
  /** Tells this draft from one in another tab: only a request of the same draft can be a repetition. */
  readonly attemptId: string
  readonly choices: Readonly<Record<string, PrintChoice>>
  /** The voucher code that the customer has entered; null: none. */
  readonly voucherCode: string | null
  readonly address: AddressTexts
  readonly payment: DemoPayment
  readonly unpaid: UnpaidOrder | null
}

/** Changes some parts of a draft, which may depend on the current draft. */
type ChangeDraft = (changes: Partial<Draft> | ((current: Draft) => Partial<Draft>)) => void

/** The draft of a new order. */
export function newDraft(locale: string, { orders, lastOrder }: Pick<Draft, 'orders' | 'lastOrder'>): Draft {
  return {
    orders,
    lastOrder,
    attemptId: crypto.randomUUID(),
    choices: {},
    voucherCode: null,
    address: addressTexts({ country: homeCountry(locale, deliveryCountries) }),
    payment: 'SUCCEEDS',
    unpaid: null,
  }
}

/**
 * The draft of a selection, kept in session storage.
 * @param key names the account and the selection
 */
export function useDraft(key: string, locale: string): readonly [Draft, ChangeDraft] {
  const [draft, setDraft] = useState(() => ({
    ...newDraft(locale, { orders: 0, lastOrder: null }),
    ...readTyped<Partial<Draft>>(key, {}),
  }))
  const change = useCallback(
    (changes: Partial<Draft> | ((current: Draft) => Partial<Draft>)) => {
      setDraft((current) => {
        const next = { ...current, ...(typeof changes === 'function' ? changes(current) : changes) }
        keepTyped(key, next)
        return next
      })
    },
    [key],
  )
  return [draft, change]
}
