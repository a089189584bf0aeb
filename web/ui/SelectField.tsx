import { type ComponentProps, type ReactNode, useId } from 'react'
import styles from './TextField.module.css'

interface SelectFieldProps extends Omit<ComponentProps<'select'>, 'id' | 'className'> {
  readonly label: ReactNode
}

/** A native list of options with its label. */
export function SelectField({ label, children, ...rest }: SelectFieldProps) {
  const id = useId()
  return (
    <div className={styles.field}>
      <label htmlFor={id} className={styles.label}>
        {label}
      </label>
      <select {...rest} id={id} className={styles.input}>
        {children}
      </select>
    </div>
  )
}
