import { type FormEvent, useEffect, useEffectEvent, useState } from 'react'
import { useIntl } from 'react-intl'
import { useLocation } from 'react-router-dom'
import { useAppNavigate } from '../../../shared/AppLink.tsx'
import { SelectField } from '../../../ui/SelectField.tsx'
import { TextField } from '../../../ui/TextField.tsx'
import { longestSearch, type OrdersAddress, writeOrdersAddress } from './ordersAddress.ts'
import styles from './OrdersFilter.module.css'

/** The search starts this long (ms) after the last pressed key. */
const debounceMilliseconds = 350
/** How many years the menu offers. */
const offeredYears = 10

/** The fields that search by code and product, and choose a year. The address has both values. */
export function OrdersFilter({ address }: { readonly address: OrdersAddress }) {
  const { formatMessage } = useIntl()
  const { wanted, type, apply } = useFilter(address)
  const submit = (event: FormEvent) => {
    event.preventDefault()
    apply(wanted)
  }
  return (
    <search>
      <form className={styles.filter} onSubmit={submit}>
        <div className={styles.search}>
          <TextField
            type="search"
            label={formatMessage({ id: 'orders.search' })}
            value={wanted.search}
            maxLength={longestSearch}
            autoComplete="off"
            enterKeyHint="search"
            onChange={(event) => type(event.currentTarget.value)}
          />
        </div>
        {(address.state === 'history' || wanted.year !== null) && (
          <div className={styles.year}>
            <SelectField
              label={formatMessage({ id: 'orders.year' })}
              value={wanted.year === null ? '' : String(wanted.year)}
              options={[
                { value: '', label: formatMessage({ id: 'orders.allYears' }) },
                ...yearsWith(wanted.year).map((year) => ({ value: String(year), label: String(year) })),
              ]}
              onChange={(year) => apply({ ...wanted, year: year === '' ? null : Number(year) })}
            />
          </div>
        )}
      </form>
    </search>
  )
}

/** The most recent years, newest first, and the chosen year. */
function yearsWith(chosen: number | null): readonly number[] {
  const current = new Date().getFullYear()
  const last = Array.from({ length: offeredYears }, (_, index) => current - index)
  return chosen === null || last.includes(chosen) ? last : [...last, chosen].toSorted((one, other) => other - one)
}

type Filter = Pick<OrdersAddress, 'search' | 'year'>

/**
 * The search and the year that the customer wants. The page navigates to their address: immediately on Enter or when a
 * year is chosen, and with a debounce while the customer types a search. The page gets the new address only when its
 * orders are loaded, so the fields do not wait for the address. When the address changes by other means, such as Back,
 * the fields take its values.
 */
function useFilter(address: OrdersAddress) {
  const { search, key } = useLocation()
  const navigate = useAppNavigate()
  const [wanted, setWanted] = useState<Filter>(address)
  const [requested, setRequested] = useState<Filter>(address)
  const [shownKey, setShownKey] = useState(key)
  if (shownKey !== key) {
    setShownKey(key)
    // If this filter itself has changed the address, the text that was typed since then must stay.
    if (!isSame(requested, address)) {
      setWanted(address)
      setRequested(address)
    }
  }
  const apply = (filter: Filter) => {
    setWanted(filter)
    if (isSame(filter, requested)) return
    setRequested(filter)
    // Further typing replaces the history entry of the search, so that Back leads to the list before the search.
    const isTyping = requested.search !== '' && filter.year === requested.year
    const { year, search: text } = filter
    const target = { search: writeOrdersAddress(search, { ...address, year, search: text, page: 1 }) }
    navigate(target, { replace: isTyping, preventScrollReset: true })
  }
  const applyLater = useEffectEvent(() => apply(wanted))
  useEffect(() => {
    if (wanted.search === requested.search) return undefined
    const timer = setTimeout(() => applyLater(), debounceMilliseconds)
    return () => clearTimeout(timer)
  }, [wanted.search, requested.search])
  return { wanted, apply, type: (text: string) => setWanted({ ...wanted, search: text }) }
}

function isSame(one: Filter, other: Filter): boolean {
  return one.search === other.search && one.year === other.year
}
