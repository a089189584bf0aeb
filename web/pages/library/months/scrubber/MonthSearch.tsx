import { type RefObject, useMemo, useState } from 'react'
import { Autocomplete } from 'react-aria-components/Autocomplete'
import { Dialog } from 'react-aria-components/Dialog'
import { Menu, MenuItem } from 'react-aria-components/Menu'
import { Popover } from 'react-aria-components/Popover'
import { Input, Label, SearchField } from 'react-aria-components/SearchField'
import { useIntl } from 'react-intl'
import { classes } from '../../../../ui/classes.ts'
import { type TitledMonth, findMonths } from './findMonths.ts'
import styles from './MonthSearch.module.css'

/** The list shows at most this many months. Typing finds all other months. */
const maxShown = 60

export interface MonthSearchProps {
  readonly label: string
  readonly months: readonly TitledMonth[]
  readonly trigger: RefObject<HTMLElement | null>
  readonly onChoose: (monthId: string) => void
  readonly onClose: () => void
}

/**
 * A search field with the matching months below it. Enter chooses the first month; arrow keys move through the list.
 */
export function MonthSearch({ label, months, trigger, onChoose, onClose }: MonthSearchProps) {
  const { formatMessage } = useIntl()
  const [typed, setTyped] = useState('')
  const found = useMemo(() => (typed.trim() === '' ? yearsOf(months) : findMonths(months, typed)), [months, typed])
  const shown = found.slice(0, maxShown)
  return (
    <Popover
      isOpen
      onOpenChange={onClose}
      triggerRef={trigger}
      placement="bottom end"
      offset={4}
      className={classes(styles.popover)}
    >
      <Dialog aria-label={label} className={classes(styles.dialog)}>
        <Autocomplete inputValue={typed} onInputChange={setTyped}>
          {/* The field was opened to type into it. */}
          {/* eslint-disable-next-line jsx-a11y/no-autofocus */}
          <SearchField autoFocus className={classes(styles.field)}>
            <Label className={classes(styles.label)}>{label}</Label>
            <Input
              className={classes(styles.input)}
              placeholder={formatMessage({ id: 'scrubber.hint' }, { example: months[0]?.title ?? '' })}
            />
          </SearchField>
          <Menu aria-label={label} className={classes(styles.list)} onAction={(id) => onChoose(String(id))}>
            {shown.map(({ id, title }) => (
              <MenuItem key={id} id={id} textValue={title} className={classes(styles.month)}>
                {title}
              </MenuItem>
            ))}
          </Menu>
        </Autocomplete>
        <output className={styles.none}>{shown.length === 0 && formatMessage({ id: 'scrubber.none' })}</output>
      </Dialog>
    </Popover>
  )
}

/** The list for an empty field: one entry for each year, which leads to the year's first month. */
function yearsOf(months: readonly TitledMonth[]): readonly TitledMonth[] {
  return months.flatMap((month, index) => {
    if (month.year === null) return [month]
    return month.year === months[index - 1]?.year ? [] : [{ ...month, title: String(month.year) }]
  })
}
