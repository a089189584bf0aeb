import { type IntlShape, useIntl } from 'react-intl'

const units = ['bytes', 'kilobytes', 'megabytes', 'gigabytes'] as const

/** A file size in bytes, KB, MB or GB (powers of 1,024), with 2 decimals except for bytes. */
export function fileSizeText(bytes: number, { formatNumber, formatMessage }: IntlShape): string {
  let amount = bytes
  let power = 0
  // A size that would be rounded to 1,024 is shown as 1 of the next unit.
  while (amount >= 1023.995 && power < units.length - 1) {
    amount /= 1024
    power += 1
  }
  const digits = power === 0 ? 0 : 2
  const size = formatNumber(amount, { minimumFractionDigits: digits, maximumFractionDigits: digits })
  return formatMessage({ id: 'common.fileSize' }, { size, unit: units[power] })
}

/** Returns a function that formats file sizes, for use in a component. */
export function useFileSize(): (bytes: number) => string {
  const intl = useIntl()
  return (bytes) => fileSizeText(bytes, intl)
}
