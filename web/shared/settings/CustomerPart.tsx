import { type ReactNode, useState } from 'react'
import { Navigate, useLocation } from 'react-router-dom'
import { useIntl } from 'react-intl'
import { ErrorState } from '../../ui/ErrorState.tsx'
import { carryAlong } from '../carryAlong.ts'
import { signOutPath } from '../paths.ts'

/** A field `customer` with `@catch(to: RESULT)`. */
export type CaughtCustomer<Customer> =
  | { readonly ok: true; readonly value: Customer | null | undefined }
  | { readonly ok: false }

export interface CustomerPartProps<Customer> {
  /** Undefined: there is no viewer. */
  readonly result: CaughtCustomer<Customer> | undefined
  readonly onRetry: () => void
  readonly children: (customer: Customer) => ReactNode
}

/**
 * Shows what depends on the profile of the customer. Without a profile the account is deleted, or marked for deletion:
 * the customer is signed out.
 */
export function CustomerPart<Customer>({ result, onRetry, children }: CustomerPartProps<Customer>) {
  const { formatMessage } = useIntl()
  // After a failure, other requests may load some fields of the same customer. A form would then lack the other fields,
  // so only a retry ends the failure.
  const [hasFailed, setFailed] = useState(false)
  const isFailed = hasFailed || !result?.ok
  if (isFailed !== hasFailed) setFailed(isFailed)
  if (isFailed) {
    const retry = () => {
      setFailed(false)
      onRetry()
    }
    return <ErrorState message={formatMessage({ id: 'settings.loadFailed' })} onRetry={retry} />
  }
  if (!result.value) return <SignOut />
  return children(result.value)
}

/** Signs the customer out. */
export function SignOut() {
  const { search } = useLocation()
  return <Navigate replace to={carryAlong(signOutPath, search)} />
}
