import { type ComponentProps, type ReactNode, useId } from 'react'
import styles from './TextField.module.css'

export interface TextFieldProps extends Omit<ComponentProps<'input'>, 'id' | 'className' | 'aria-describedby'> {
  readonly label: ReactNode
  /** The error message; null if there is none. */
  readonly error?: string | null
}

/** A text field with its label and error message. */
export function TextField({ label, error = null, ...rest }: TextFieldProps) {
  const id = useId()
  const errorId = `${id}-error`
  return (
    <div className={styles.field}>
      <label htmlFor={id} className={styles.label}>
        {label}
      </label>
      <input
        {...rest}
        id={id}
        className={styles.input}
        aria-invalid={error !== null}
        aria-describedby={error === null ? undefined : errorId}
      />
      {error !== null && (
        <p id={errorId} className={styles.error}>
          {error}
        </p>
      )}
    </div>
  )
}
