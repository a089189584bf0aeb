import { useRef, useState } from 'react'
import { useIntl } from 'react-intl'
import { graphql, useFragment } from 'react-relay/hooks'
import type { PasskeysSection_viewer$key } from '../../__generated__/PasskeysSection_viewer.graphql.ts'
import { useSession } from '../../app/sessionContext.ts'
import { forgetTyped, typedBefore } from '../../auth/signInAgain.ts'
import { focusAfterDialog } from '../../shared/focusAfterDialog.ts'
import { PartFailure } from '../../shared/PartFailure.tsx'
import { Button } from '../../ui/Button.tsx'
import { showToast } from '../../ui/toasts.ts'
import { PasskeyListItem } from './PasskeyListItem.tsx'
import { removedPasskey } from './removedPasskey.ts'
import { RemovePasskeyDialog } from './RemovePasskeyDialog.tsx'
import { RenamePasskeyDialog } from './RenamePasskeyDialog.tsx'
import styles from './SignInSecurityPage.module.css'

const fragment = graphql`
  fragment PasskeysSection_viewer on Viewer {
    passkeys @catch(to: RESULT) {
      id
      name
      ...PasskeyListItem_passkey
    }
  }
`

export interface PasskeysSectionProps {
  readonly viewer: PasskeysSection_viewer$key
  readonly onRetry: () => void
}

type OpenDialog = { readonly kind: 'rename' | 'remove'; readonly id: string } | null

/** The passkeys of the customer. Shows nothing if the identity service has no passkeys. */
export function PasskeysSection({ viewer, onRetry }: PasskeysSectionProps) {
  const { formatMessage } = useIntl()
  const { signIn } = useSession()
  const { passkeys: result } = useFragment(fragment, viewer)
  // After the customer has signed in again to remove a passkey, the dialog opens again.
  const [dialog, setDialog] = useState<OpenDialog>(() => {
    const id = typedBefore(signIn)?.[removedPasskey]
    return id === undefined ? null : { kind: 'remove', id }
  })
  const heading = useRef<HTMLHeadingElement>(null)
  const passkeys = result.ok ? result.value : []
  if (!passkeys) return null
  const chosen = passkeys.find(({ id }) => id === dialog?.id)
  const close = () => {
    forgetTyped()
    setDialog(null)
  }
  const add = () => {
    signIn.startPrompt('passkey').catch(() => {
      showToast({ kind: 'error', message: formatMessage({ id: 'signInSecurity.passkeys.addFailed' }) })
    })
  }
  return (
    <section className={styles.section} aria-labelledby="passkeys">
      <h2 id="passkeys" ref={heading} tabIndex={-1} className={styles.heading}>
        {formatMessage({ id: 'signInSecurity.passkeys.title' })}
      </h2>
      <p className={styles.text}>{formatMessage({ id: 'signInSecurity.passkeys.text' })}</p>
      {!result.ok && (
        <PartFailure message={formatMessage({ id: 'signInSecurity.passkeys.loadFailed' })} onRetry={onRetry} />
      )}
      {result.ok && passkeys.length === 0 && (
        <p className={styles.text}>{formatMessage({ id: 'signInSecurity.passkeys.empty' })}</p>
      )}
      {passkeys.length > 0 && (
        <ul className={styles.list} aria-labelledby="passkeys">
          {passkeys.map((passkey) => (
            <PasskeyListItem
              key={passkey.id}
              passkey={passkey}
              onRename={() => setDialog({ kind: 'rename', id: passkey.id })}
              onRemove={() => setDialog({ kind: 'remove', id: passkey.id })}
            />
          ))}
        </ul>
      )}
      {result.ok && (
        <div className={styles.after}>
          <Button onPress={add}>{formatMessage({ id: 'signInSecurity.passkeys.add' })}</Button>
        </div>
      )}
      {chosen && dialog?.kind === 'rename' && (
        <RenamePasskeyDialog passkeyId={chosen.id} name={chosen.name} onClose={close} />
      )}
      {chosen && dialog?.kind === 'remove' && (
        <RemovePasskeyDialog
          passkeyId={chosen.id}
          name={chosen.name}
          onClose={close}
          onRemoved={() => {
            close()
            focusAfterDialog(() => heading.current)
          }}
        />
      )}
    </section>
  )
}
