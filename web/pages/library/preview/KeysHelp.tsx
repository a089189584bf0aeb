import { useIntl } from 'react-intl'
import styles from './InformationPanel.module.css'

/** The modifier key of shortcuts on this system. */
const command = /^(Mac|iP)/.test(navigator.platform) ? '⌘' : 'Ctrl'

const keys = [
  { keys: ['←', '→'], id: 'preview.keys.step' },
  { keys: ['⏎'], id: 'preview.keys.zoom' },
  { keys: ['⇧', '←', '→', '↑', '↓'], id: 'preview.keys.move' },
  { keys: ['I'], id: 'preview.keys.information' },
  { keys: ['Del'], id: 'preview.keys.delete' },
  { keys: ['Esc'], id: 'preview.keys.close' },
  { keys: [command, 'A'], id: 'preview.keys.selectAll' },
] as const

/** Lists the keyboard shortcuts. The style sheet hides them on touch devices. */
export function KeysHelp() {
  const { formatMessage } = useIntl()
  return (
    <details className={styles.keys}>
      <summary>{formatMessage({ id: 'preview.keys' })}</summary>
      <ul>
        {keys.map(({ keys: caps, id }) => (
          <li key={id}>
            <span>
              {caps.map((cap) => (
                <kbd key={cap}>{cap}</kbd>
              ))}
            </span>
            {formatMessage({ id })}
          </li>
        ))}
      </ul>
    </details>
  )
}
