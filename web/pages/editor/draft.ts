import { useCallback, useState } from 'react'
import { deliveryCountries } from '../../../schema/rules/prints.ts'
import { emptyAddress, type TypedFormAddress } from './addressForm.ts'
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
  /** How many orders were placed of this selection. Each order has a basket of its own. */
  readonly orders: number
  readonly choices: Readonly<Record<string, PrintChoice>>
  /** The voucher code that the customer has entered; null: none. */
  readonly voucherCode: string | null
  readonly address: TypedFormAddress
  readonly payment: DemoPayment
  readonly unpaid: UnpaidOrder | null
}

/** Changes some parts of a draft, which may depend on the current draft. */
type ChangeDraft = (changes: Partial<Draft> | ((current: Draft) => Partial<Draft>)) => void

/** The draft of a new order. */
export function newDraft(orders: number, locale: string): Draft {
  const region = locale.split('-')[1]
  const country = deliveryCountries.find((code) => code === region) ?? 'NL'
  return {
    orders,
    choices: {},
    voucherCode: null,
    address: { ...emptyAddress, country },
    payment: 'SUCCEEDS',
    unpaid: null,
  }
}

/**
 * The draft of a selection, kept in session storage.
 * @param key names the account and the selection
 */
export function useDraft(key: string, locale: string): readonly [Draft, ChangeDraft] {
  const [draft, setDraft] = useState(() => ({ ...newDraft(0, locale), ...read(key) }))
  const change = useCallback(
    (changes: Partial<Draft> | ((current: Draft) => Partial<Draft>)) => {
      setDraft((current) => {
        const next = { ...current, ...(typeof changes === 'function' ? changes(current) : changes) }
        write(key, next)
        return next
      })
    },
    [key],
  )
  return [draft, change]
}

function read(key: string): Partial<Draft> {
  try {
    // Only `write` stores under this key.
    return JSON.parse(sessionStorage.getItem(key) ?? '{}') as Partial<Draft>
  } catch {
    return {}
  }
}

function write(key: string, draft: Draft): void {
  try {
    sessionStorage.setItem(key, JSON.stringify(draft))
  } catch {
    // Without storage, the draft lasts as long as the page.
  }
}
