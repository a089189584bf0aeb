import { useIntl } from 'react-intl'
import { graphql, useFragment } from 'react-relay/hooks'
import type { PasskeyListItem_passkey$key } from '../../__generated__/PasskeyListItem_passkey.graphql.ts'
import { TrashIcon } from '../../ui/icons.tsx'
import { IconButton } from '../../ui/IconButton.tsx'
import { EditIcon } from '../../ui/laterIcons.tsx'
import styles from './SignInSecurityPage.module.css'

const fragment = graphql`
  fragment PasskeyListItem_passkey on Passkey {
    name
    createdAt
    lastUsedAt
  }
`

export interface PasskeyListItemProps {
  readonly passkey: PasskeyListItem_passkey$key
  readonly onRename: () => void
  readonly onRemove: () => void
}

/** A passkey: its name, when it was added and used, and the buttons to rename and remove it. */
export function PasskeyListItem({ passkey: key, onRename, onRemove }: PasskeyListItemProps) {
  const { formatMessage, formatDate } = useIntl()
  const { name, createdAt, lastUsedAt } = useFragment(fragment, key)
  const dateOf = (instant: string) => formatDate(instant, { dateStyle: 'medium' })
  return (
    <li className={styles.item}>
      <div className={styles.about}>
        <p className={styles.name}>{name}</p>
        <p className={styles.facts}>
          {formatMessage({ id: 'signInSecurity.passkeys.added' }, { date: dateOf(createdAt) })}
        </p>
        <p className={styles.facts}>
          {lastUsedAt
            ? formatMessage({ id: 'signInSecurity.lastUsed' }, { date: dateOf(lastUsedAt) })
            : formatMessage({ id: 'signInSecurity.passkeys.neverUsed' })}
        </p>
      </div>
      <div className={styles.actions}>
        <IconButton
          label={formatMessage({ id: 'signInSecurity.passkeys.rename' }, { name })}
          icon={<EditIcon />}
          aria-haspopup="dialog"
          onPress={onRename}
        />
        <IconButton
          label={formatMessage({ id: 'signInSecurity.passkeys.remove' }, { name })}
          icon={<TrashIcon />}
          aria-haspopup="dialog"
          onPress={onRemove}
        />
      </div>
    </li>
  )
}
