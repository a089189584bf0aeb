import type { Customer } from './customer.ts'
import type { Ledger } from './ledger.ts'
import type { Operations } from './operations.ts'

/** A customer, what was sent for them, and what was acknowledged to them. */
export interface Client {
  readonly customer: Customer
  readonly operations: Operations
  readonly ledger: Ledger
}
