import { useState } from 'react'
import { useIntl } from 'react-intl'
import { graphql } from 'react-relay/hooks'
import { isPasskeyName, longestPasskeyName } from '../../../schema/rules/passkeyName.ts'
import type { RenamePasskeyDialogMutation } from '../../__generated__/RenamePasskeyDialogMutation.graphql.ts'
import { useAppMutation } from '../../relay/useAppMutation.ts'
import { Button } from '../../ui/Button.tsx'
import { Dialog } from '../../ui/Dialog.tsx'
import { TextField } from '../../ui/TextField.tsx'

const mutation = graphql`
  mutation RenamePasskeyDialogMutation($input: RenamePasskeyInput!) {
    renamePasskey(input: $input) {
      __typename
      ... on RenamePasskeySuccess {
        passkey {
          ...PasskeyListItem_passkey
        }
      }
      ... on PasskeyNotFound {
        __typename
      }
      ... on InvalidPasskeyName {
        __typename
      }
    }
  }
`

export interface RenamePasskeyDialogProps {
  readonly passkeyId: string
  /** The current name. */
  readonly name: string
  readonly onClose: () => void
}

/** Asks for a new name and renames the passkey. After a failure the dialog stays open and shows an alert. */
export function RenamePasskeyDialog({ passkeyId, name: current, onClose }: RenamePasskeyDialogProps) {
  const { formatMessage } = useIntl()
  const [run, isPending] = useAppMutation<RenamePasskeyDialogMutation>(mutation)
  const [name, setName] = useState(current)
  const [problem, setProblem] = useState<'name' | 'gone' | 'failed' | null>(null)
  const save = async () => {
    if (!isPasskeyName(name)) return setProblem('name')
    setProblem(null)
    const outcome = await run({ variables: { input: { passkeyId, name } } })
    const result = outcome.kind === 'answered' ? outcome.response.renamePasskey.__typename : null
    if (result === 'RenamePasskeySuccess') return onClose()
    setProblem(result === 'InvalidPasskeyName' ? 'name' : result === 'PasskeyNotFound' ? 'gone' : 'failed')
  }
  const alert = problem === 'gone' ? 'signInSecurity.passkeys.gone' : 'signInSecurity.passkeys.renameFailed'
  return (
    <Dialog
      isOpen
      onClose={onClose}
      isPending={isPending}
      size="small"
      title={formatMessage({ id: 'signInSecurity.passkeys.renameTitle' })}
      alert={(problem === 'gone' || problem === 'failed') && formatMessage({ id: alert })}
      onSubmit={() => void save()}
      footer={
        <>
          <Button isDisabled={isPending} onPress={onClose}>
            {formatMessage({ id: 'common.cancel' })}
          </Button>
          <Button type="submit" variant="primary" isPending={isPending}>
            {formatMessage({ id: 'signInSecurity.passkeys.save' })}
          </Button>
        </>
      }
    >
      <TextField
        label={formatMessage({ id: 'signInSecurity.passkeys.name' })}
        value={name}
        maxLength={longestPasskeyName}
        autoComplete="off"
        data-initial-focus
        error={
          problem === 'name'
            ? formatMessage({ id: 'signInSecurity.passkeys.nameInvalid' }, { max: longestPasskeyName })
            : null
        }
        onChange={(event) => setName(event.currentTarget.value)}
      />
    </Dialog>
  )
}
