import type { ReactNode } from 'react'
import styles from './MessagePicture.module.css'

/**
 * What the message is about. `away`: the product does not respond. `offline`: the browser has no network. `mail`: a
 * mailed link. `done`: something succeeded.
 */
export type MessageTopic = 'missing' | 'failed' | 'away' | 'offline' | 'locked' | 'mail' | 'done'

/** A drawing of printed photos on a table, for pages that show only a message. It uses the colours of the theme. */
export function MessagePicture({ topic }: { readonly topic: MessageTopic }) {
  return (
    <svg aria-hidden="true" viewBox="0 0 200 150" width={200} height={150} className={styles.picture}>
      {topic !== 'away' && (
        <>
          <Print at="translate(28 30) rotate(-9 44 52)" />
          <Print at="translate(84 30) rotate(9 44 52)" />
        </>
      )}
      {fronts[topic]}
    </svg>
  )
}

const fronts: Record<MessageTopic, ReactNode> = {
  missing: (
    <g transform="translate(50 16)">
      <rect className={styles.gap} width={100} height={116} rx={4} />
      <path className={styles.mark} d="M0 18V0h18M82 0h18v18M100 98v18H82M18 116H0V98" />
    </g>
  ),
  failed: (
    <>
      <path className={styles.mark} d="M50 34V16h18M132 16h18v18M68 132H50v-18" />
      <Landscape at="translate(56 24) rotate(14 50 58)" />
    </>
  ),
  away: (
    <>
      <path className={styles.line} d="M4 20Q100 40 196 20" />
      <g transform="translate(50 26)">
        <rect className={styles.paper} width={100} height={116} rx={4} />
        <rect className={styles.sky} x={9} y={12} width={82} height={78} rx={2} />
        <path className={styles.dots} d="M34 51h.01M50 51h.01M66 51h.01" />
        <path className={styles.peg} d="M18 -5v16M82 -5v16" />
      </g>
    </>
  ),
  offline: (
    <>
      <Landscape at="translate(50 16)" />
      <g transform="translate(128 6)">
        <circle className={styles.badge} cx={24} cy={24} r={24} />
        <path className={styles.sign} d="M15 31h18a6 6 0 0 0 1-12 10 10 0 0 0-18-1 7 7 0 0 0-1 13M13 36 36 12" />
      </g>
    </>
  ),
  mail: (
    <>
      <Landscape at="translate(50 16)" />
      <g transform="translate(128 6)">
        <circle className={styles.badge} cx={24} cy={24} r={24} />
        <path className={styles.sign} d="M13 16h22v16H13zM13 17l11 9 11-9" />
      </g>
    </>
  ),
  done: (
    <>
      <Landscape at="translate(50 16)" />
      <g transform="translate(128 6)">
        <circle className={styles.badge} cx={24} cy={24} r={24} />
        <path className={styles.sign} d="M14 25l7 7 13-15" />
      </g>
    </>
  ),
  locked: (
    <>
      <Landscape at="translate(50 16)" />
      <g transform="translate(128 6)">
        <circle className={styles.badge} cx={24} cy={24} r={24} />
        <path className={styles.sign} d="M15 22h18v13H15zM18.5 22v-4a5.5 5.5 0 0 1 11 0v4" />
      </g>
    </>
  ),
}

interface PlacedProps {
  /** The transform of the print. */
  readonly at: string
}

/** A print that lies under other prints. */
function Print({ at }: PlacedProps) {
  return (
    <g transform={at}>
      <rect className={styles.paper} width={88} height={104} rx={4} />
      <rect className={styles.shade} x={8} y={8} width={72} height={72} rx={2} />
    </g>
  )
}

function Landscape({ at }: PlacedProps) {
  return (
    <g transform={at}>
      <rect className={styles.paper} width={100} height={116} rx={4} />
      <rect className={styles.sky} x={9} y={9} width={82} height={82} rx={2} />
      <circle className={styles.sun} cx={66} cy={33} r={9} />
      <path className={styles.far} d="M9 68 34 44 52 62 64 52 91 74V91H9z" />
      <path className={styles.near} d="M9 80Q34 66 56 76T91 72V89a2 2 0 0 1-2 2H11a2 2 0 0 1-2-2z" />
    </g>
  )
}
