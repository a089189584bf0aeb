import { type FormEvent, useEffect, useEffectEvent, useRef, useState } from 'react'
import { useIntl } from 'react-intl'
import { useLocation } from 'react-router-dom'
import { useAppNavigate } from '../../../shared/AppLink.tsx'
import { SelectField } from '../../../ui/SelectField.tsx'
import { TextField } from '../../../ui/TextField.tsx'
import { longestSearch, type OrdersAddress, writeOrdersAddress } from './ordersAddress.ts'
import styles from './OrdersFilter.module.css'

/** How long (ms) after the last key the search starts. */
const debounceMilliseconds = 350
/** How many years the menu offers. */
const offeredYears = 10

/** The search by code and product, and the year. Both are in the address. */
export function OrdersFilter({ address }: { readonly address: OrdersAddress }) {
  const { formatMessage } = useIntl()
  const { search } = useLocation()
  const navigate = useAppNavigate()
  const go = (change: Partial<OrdersAddress>, isReplaced: boolean) =>
    navigate(
      { search: writeOrdersAddress(search, { ...address, page: 1, ...change }) },
      { replace: isReplaced, preventScrollReset: true },
    )
  // Back leads to the list before the search, not through each stage of the typing.
  const field = useSearchField(address.search, (text) => go({ search: text }, address.search !== ''))
  const submit = (event: FormEvent) => {
    event.preventDefault()
    field.submit()
  }
  return (
    <form role="search" className={styles.filter} onSubmit={submit}>
      <div className={styles.search}>
        <TextField
          type="search"
          label={formatMessage({ id: 'orders.search' })}
          value={field.text}
          maxLength={longestSearch}
          autoComplete="off"
          enterKeyHint="search"
          onChange={(event) => field.type(event.currentTarget.value)}
        />
      </div>
      {(address.state === 'history' || address.year !== null) && (
        <div className={styles.year}>
          <SelectField
            label={formatMessage({ id: 'orders.year' })}
            value={address.year === null ? '' : String(address.year)}
            options={[
              { value: '', label: formatMessage({ id: 'orders.allYears' }) },
              ...yearsWith(address.year).map((year) => ({ value: String(year), label: String(year) })),
            ]}
            onChange={(year) => go({ year: year === '' ? null : Number(year) }, false)}
          />
        </div>
      )}
    </form>
  )
}

/** The last years, newest first, and the chosen one. */
function yearsWith(chosen: number | null): readonly number[] {
  const current = new Date().getFullYear()
  const last = Array.from({ length: offeredYears }, (_, index) => current - index)
  return chosen === null || last.includes(chosen) ? last : [...last, chosen].toSorted((one, other) => other - one)
}

/**
 * The text of the search. It is searched a moment after the last key, or on Enter. When the address changes by other
 * means, such as Back, the text follows it.
 */
function useSearchField(searched: string, onSearch: (text: string) => void) {
  const [text, setText] = useState(searched)
  const [known, setKnown] = useState(searched)
  const [requested, setRequested] = useState(searched)
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)
  if (known !== searched) {
    setKnown(searched)
    // The answer to an own search must not undo what was typed since.
    if (searched !== requested) setText(searched)
  }
  const start = useEffectEvent((wanted: string) => {
    setRequested(wanted)
    if (wanted !== searched) onSearch(wanted)
  })
  useEffect(() => () => clearTimeout(timer.current), [])
  useEffect(() => {
    if (text === searched) return undefined
    timer.current = setTimeout(() => start(text), debounceMilliseconds)
    return () => clearTimeout(timer.current)
  }, [text, searched])
  return {
    text,
    type: setText,
    submit: () => {
      clearTimeout(timer.current)
      setRequested(text)
      if (text !== searched) onSearch(text)
    },
  }
}
