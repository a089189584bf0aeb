import { type ComponentProps, type ReactNode, useId } from 'react'
import { classes } from './classes.ts'
import styles from './TextField.module.css'

export interface TextAreaProps extends Omit<ComponentProps<'textarea'>, 'id' | 'className' | 'aria-describedby'> {
  readonly label: ReactNode
  /** A note below the field, such as the number of characters left. */
  readonly note?: ReactNode
  /** The error message; null if there is none. */
  readonly error?: string | null
}

/** A field for several lines of text, with its label, a note and its error message. It grows with its text. */
export function TextArea({ label, note, error = null, ...rest }: TextAreaProps) {
  const id = useId()
  const noteId = `${id}-note`
  const errorId = `${id}-error`
  const described = [...(note === undefined ? [] : [noteId]), ...(error === null ? [] : [errorId])].join(' ')
  return (
    <div className={styles.field}>
      <label htmlFor={id} className={styles.label}>
        {label}
      </label>
      <textarea
        rows={4}
        {...rest}
        id={id}
        className={classes(styles.input, styles.area)}
        aria-invalid={error !== null}
        aria-describedby={described === '' ? undefined : described}
      />
      {note !== undefined && (
        <p id={noteId} className={styles.note}>
          {note}
        </p>
      )}
      {error !== null && (
        <p id={errorId} className={styles.error}>
          {error}
        </p>
      )}
    </div>
  )
}
