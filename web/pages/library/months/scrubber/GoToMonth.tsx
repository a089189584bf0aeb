import { Suspense, lazy, useEffect, useRef, useState } from 'react'
import { useIntl } from 'react-intl'
import { Button } from '../../../../ui/Button.tsx'
import { CalendarIcon } from '../../../../ui/laterIcons.tsx'
import { iconClass } from '../../page-bar/PageBar.tsx'
import { usePageBar } from '../../page-bar/pageBarContext.ts'
import type { TimelineControl } from '../timelineControl.ts'
import type { TitledMonth } from './findMonths.ts'

const loadSearch = () => import('./MonthSearch.tsx')
const MonthSearch = lazy(async () => ({ default: (await loadSearch()).MonthSearch }))

/** Loads the code of the field before the field opens, so that the field does not miss the first typed keys. */
const prepare = () => void loadSearch().catch(() => undefined)

export interface GoToMonthProps {
  readonly control: TimelineControl
  readonly months: readonly TitledMonth[]
}

/** Opens a field to type a month or a year into, and jumps to the chosen month. */
export function GoToMonth({ control, months }: GoToMonthProps) {
  const { formatMessage } = useIntl()
  const { set } = usePageBar()
  const trigger = useRef<HTMLButtonElement>(null)
  // The element beside which the field opens: this button, or the menu's button in a bar without room for this one.
  const anchor = useRef<HTMLElement>(null)
  const [isOpen, setOpen] = useState(false)
  const open = (element: HTMLElement | null) => {
    anchor.current = element
    setOpen(true)
  }
  useEffect(() => {
    set({ openMonths: open })
    return () => set({ openMonths: null })
    // `open` only sets state, so it need not be a dependency.
    // eslint-disable-next-line react/exhaustive-deps
  }, [set])
  const label = formatMessage({ id: 'scrubber.goTo' })
  const go = (monthId: string) => {
    setOpen(false)
    // Waits two frames, because the open field locks scrolling and takes focus back when it closes.
    requestAnimationFrame(() => requestAnimationFrame(() => control.jumpTo(monthId, true)))
  }
  return (
    <>
      <Button
        ref={trigger}
        variant="quiet"
        icon={<CalendarIcon size={20} />}
        className={iconClass}
        aria-haspopup="dialog"
        aria-expanded={isOpen}
        onPress={() => open(trigger.current)}
        onPointerEnter={prepare}
        onFocus={prepare}
      >
        {label}
      </Button>
      {isOpen && (
        <Suspense fallback={null}>
          <MonthSearch label={label} months={months} trigger={anchor} onChoose={go} onClose={() => setOpen(false)} />
        </Suspense>
      )}
    </>
  )
}
