import { useCallback, useState } from 'react'
import { addressFields } from '../../../schema/rules/postalAddress.ts'
import { type AddressTexts, addressTexts } from '../../shared/address/addressTexts.ts'
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
  /** The number of orders of this selection that the customer knows about. Each order has its own basket. */
  readonly orders: number
  /** The code of the latest of these orders; null: none. */
  readonly lastOrder: string | null
  /** Distinguishes this draft from drafts in other tabs. Only a request of the same draft can be a repetition. */
  readonly attemptId: string
  readonly choices: Readonly<Record<string, PrintChoice>>
  /** The voucher code that the customer has entered; null: none. */
  readonly voucherCode: string | null
  readonly address: AddressTexts
  /** True once the customer or the address book has filled in the address. After that, only the customer changes it. */
  readonly isAddressGiven: boolean
  readonly payment: DemoPayment
  readonly unpaid: UnpaidOrder | null
}

/** Changes some parts of a draft, which may depend on the current draft. */
type ChangeDraft = (changes: Partial<Draft> | ((current: Draft) => Partial<Draft>)) => void

/** The texts of the form before anything is filled in. */
function noAddress(country: string): AddressTexts {
  return addressTexts({ country })
}

/** The draft of a new order. @param country the country of the delivery until the customer chooses another one */
export function newDraft(country: string, { orders, lastOrder }: Pick<Draft, 'orders' | 'lastOrder'>): Draft {
  return {
    orders,
    lastOrder,
    attemptId: crypto.randomUUID(),
    choices: {},
    voucherCode: null,
    address: noAddress(country),
    isAddressGiven: false,
    payment: 'SUCCEEDS',
    unpaid: null,
  }
}

/** Whether the default address may be filled in: nothing was typed, chosen or filled in before. */
export function needsAddress({ isAddressGiven, address }: Draft, country: string): boolean {
  // Drafts of earlier releases have no `isAddressGiven`, so the texts are compared, too.
  const none = noAddress(country)
  return !isAddressGiven && addressFields.every((field) => address[field] === none[field])
}

/**
 * The draft of a selection, kept in session storage.
 * @param key names the account and the selection
 * @param country the country of the delivery until the customer chooses another one
 */
export function useDraft(key: string, country: string): readonly [Draft, ChangeDraft] {
  const [draft, setDraft] = useState(() => ({
    ...newDraft(country, { orders: 0, lastOrder: null }),
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
