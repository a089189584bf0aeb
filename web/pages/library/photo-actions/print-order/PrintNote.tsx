import { useIntl } from 'react-intl'
import { largestPrint } from '../../../../shared/prints/printQuality.ts'
import { PrintIcon } from '../../../../ui/icons.tsx'
import { WarningIcon } from '../../../../ui/laterIcons.tsx'
import type { PrintNoteProps } from '../../photo-collection/grid/gridContext.ts'
import styles from './PrintNote.module.css'

/**
 * Shows on a tile the largest good print of its photo, or a warning if the photo is too small for any print or cannot
 * be printed.
 */
export function PrintNote({ id, ...photo }: PrintNoteProps) {
  const { isWarning, text } = useNote(photo)
  const Icon = isWarning ? WarningIcon : PrintIcon
  return (
    <span id={id} data-warning={isWarning} className={styles.note}>
      <Icon size={16} />
      <span className={styles.text}>{text}</span>
    </span>
  )
}

function useNote({ width, height, pictureProblem }: Omit<PrintNoteProps, 'id'>) {
  const { formatMessage } = useIntl()
  if (pictureProblem) return { isWarning: true, text: formatMessage({ id: 'prints.impossible' }) }
  if (!width || !height) return { isWarning: true, text: formatMessage({ id: 'prints.unknown' }) }
  const largest = largestPrint(width, height)
  if (!largest) return { isWarning: true, text: formatMessage({ id: 'prints.low' }) }
  const { short, long } = largest
  const size = formatMessage({ id: 'prints.size' }, { short, long })
  return { isWarning: false, text: formatMessage({ id: 'prints.upTo' }, { size }) }
}
