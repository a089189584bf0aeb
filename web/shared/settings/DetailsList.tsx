import styles from './DetailsList.module.css'

export interface DetailsListProps {
  readonly details: readonly { readonly label: string; readonly value: string }[]
}

/** Details with their labels. Empty details are left out. */
export function DetailsList({ details }: DetailsListProps) {
  return (
    <dl className={styles.list}>
      {details
        .filter(({ value }) => value !== '')
        .map(({ label, value }) => (
          <div key={label}>
            <dt className={styles.label}>{label}</dt>
            <dd className={styles.value}>{value}</dd>
          </div>
        ))}
    </dl>
  )
}
