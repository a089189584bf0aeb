import { useIntl } from 'react-intl'
import { numberFirst } from '../../../schema/rules/addressForms.ts'
import type { TypedAddress } from '../../../schema/rules/postalAddress.ts'
import { cityFirst } from './addressCountries.ts'
import styles from './AddressLines.module.css'

/** An address as it is written on a parcel. */
export function AddressLines({ address }: { readonly address: TypedAddress }) {
  const { formatDisplayName } = useIntl()
  const { name, organization, street, houseNumber, addition, postalCode, city, region, country, phone } = address
  const streetAndNumber = numberFirst.has(country ?? '') ? [houseNumber, street] : [street, houseNumber]
  const cityAndCode = cityFirst.has(country ?? '') ? [city, postalCode] : [postalCode, city]
  const lines = [
    name,
    organization,
    joined(streetAndNumber),
    addition,
    joined(cityAndCode),
    region,
    country && (formatDisplayName(country, { type: 'region' }) ?? country),
    phone,
  ].filter((line) => typeof line === 'string' && line !== '')
  return (
    <address className={styles.address}>
      {lines.map((line, place) => (
        // Two lines can be equal, such as the name and the company.
        <span key={`${place} ${line}`} className={styles.line}>
          {line}
        </span>
      ))}
    </address>
  )
}

function joined(parts: readonly (string | null | undefined)[]): string {
  return parts.filter(Boolean).join(' ')
}
