import { Suspense, lazy, useRef, useState } from 'react'
import { useIntl } from 'react-intl'
import { Button } from '../../../../ui/Button.tsx'
import { CalendarIcon } from '../../../../ui/actionIcons.tsx'
import type { TimelineControl } from '../timelineControl.ts'
import type { TitledMonth } from './findMonths.ts'
import styles from './GoToMonth.module.css'

const loadSearch = () => import('./MonthSearch.tsx')
const MonthSearch = lazy(async () => ({ default: (await loadSearch()).MonthSearch }))

/** Loads the code of the field before it is opened, so that it does not miss the first keys that are typed. */
const prepare = () => void loadSearch().catch(() => undefined)

export interface GoToMonthProps {
  readonly control: TimelineControl
  readonly months: readonly TitledMonth[]
}

/** Opens a field to type a month or a year into, and jumps to the chosen month. */
export function GoToMonth({ control, months }: GoToMonthProps) {
  const { formatMessage } = useIntl()
  const trigger = useRef<HTMLButtonElement>(null)
  const [isOpen, setOpen] = useState(false)
  const label = formatMessage({ id: 'scrubber.goTo' })
  const go = (monthId: string) => {
    setOpen(false)
    // Two frames later: the open field locks scrolling, and takes focus back when it closes.
    requestAnimationFrame(() => requestAnimationFrame(() => control.jumpTo(monthId, true)))
  }
  return (
    <>
      <Button
        ref={trigger}
        variant="quiet"
        size="small"
        icon={<CalendarIcon size={18} />}
        className={styles.trigger}
        aria-haspopup="dialog"
        aria-expanded={isOpen}
        onPress={() => setOpen(true)}
        onPointerEnter={prepare}
        onFocus={prepare}
      >
        <span className={styles.text}>{label}</span>
      </Button>
      {isOpen && (
        <Suspense fallback={null}>
          <MonthSearch label={label} months={months} trigger={trigger} onChoose={go} onClose={() => setOpen(false)} />
        </Suspense>
      )}
    </>
  )
}
