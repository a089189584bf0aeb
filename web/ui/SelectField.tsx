import { type ComponentProps, type ReactNode, useId } from 'react'
import { classes } from './classes.ts'
import styles from './TextField.module.css'

export interface SelectOption {
  readonly value: string
  readonly label: string
}

export interface SelectFieldProps extends Omit<
  ComponentProps<'select'>,
  'id' | 'className' | 'aria-describedby' | 'children' | 'onChange'
> {
  readonly label: ReactNode
  readonly options: readonly SelectOption[]
  readonly onChange: (value: string) => void
  /** The error message; null if there is none. */
  readonly error?: string | null
}

/** A menu of options with its label and error message: the browser's own, which phones show as a wheel or a list. */
export function SelectField({ label, options, onChange, error = null, ...rest }: SelectFieldProps) {
  const id = useId()
  const errorId = `${id}-error`
  return (
    <div className={styles.field}>
      <label htmlFor={id} className={styles.label}>
        {label}
      </label>
      <select
        {...rest}
        id={id}
        className={classes(styles.input, styles.select)}
        aria-invalid={error !== null}
        aria-describedby={error === null ? undefined : errorId}
        onChange={(event) => onChange(event.currentTarget.value)}
      >
        {options.map(({ value, label: text }) => (
          <option key={value} value={value}>
            {text}
          </option>
        ))}
      </select>
      {error !== null && (
        <p id={errorId} className={styles.error}>
          {error}
        </p>
      )}
    </div>
  )
}
