import { useIntl } from 'react-intl'
import { printsOf } from '../../../shared/prints/printQuality.ts'
import styles from './PrintQualities.module.css'

export interface PrintQualitiesProps {
  readonly width: number
  readonly height: number
}

/** The quality of a photo in each print size. */
export function PrintQualities({ width, height }: PrintQualitiesProps) {
  const { formatMessage } = useIntl()
  return (
    <ul className={styles.prints}>
      {printsOf(width, height).map(({ short, long, quality }) => (
        <li key={long} data-quality={quality} className={styles.print}>
          <span>{formatMessage({ id: 'prints.size' }, { short, long })}</span>
          <span className={styles.quality}>{formatMessage({ id: `prints.quality.${quality}` })}</span>
        </li>
      ))}
    </ul>
  )
}
