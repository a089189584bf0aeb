import { useIntl } from 'react-intl'
import type { TypedAddress } from '../../../../../schema/rules/postalAddress.ts'
import styles from './AddressLines.module.css'

/** Countries in which the house number precedes the street. */
export const numberFirst: ReadonlySet<string> = new Set(['FR', 'GB', 'IE', 'LU', 'US', 'CA'])

/** An address as it is written on a parcel. */
export function AddressLines({ address }: { readonly address: TypedAddress }) {
  const { formatDisplayName } = useIntl()
  const { name, organization, street, houseNumber, addition, postalCode, city, region, country, phone } = address
  const streetAndNumber = numberFirst.has(country ?? '') ? [houseNumber, street] : [street, houseNumber]
  const lines = [
    name,
    organization,
    joined(streetAndNumber),
    addition,
    joined([postalCode, city]),
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
