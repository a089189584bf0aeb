import { useEffect, useEffectEvent, useRef, useState } from 'react'
import { FormattedMessage, useIntl } from 'react-intl'
import { longestMessage } from '../../../../../schema/rules/bookSharing.ts'
import { SettingsForm } from '../../../../shared/settings/SettingsForm.tsx'
import { useSettingsForm } from '../../../../shared/settings/useSettingsForm.ts'
import { useFieldErrors } from '../../../../shared/useFieldErrors.ts'
import { TextArea } from '../../../../ui/TextArea.tsx'
import { TextField } from '../../../../ui/TextField.tsx'
import { MailPreview } from './MailPreview.tsx'
import styles from './ShareForm.module.css'
import { type ShareProblem, type ShareTexts, completeTexts, shareProblems } from './shareTexts.ts'
import { useShareBook } from './useShareBook.tsx'

export interface ShareFormProps {
  readonly widgetId: string
  readonly senderName: string
  readonly senderEmail: string
  readonly again: { readonly email: string } | null
}

/**
 * The form with name, address and message. After a mail is sent, the name and the message stay for the next recipient.
 */
export function ShareForm({ widgetId, senderName, senderEmail, again }: ShareFormProps) {
  const { formatMessage } = useIntl()
  const [sent, setSent] = useState<ShareTexts | null>(null)
  const address = useRef<HTMLInputElement>(null)
  const share = useShareBook(widgetId, senderEmail)
  const form = useSettingsForm<ShareTexts, ShareProblem>({
    name: `shareBook:${widgetId}`,
    saved: {
      texts: sent ? { ...sent, recipientEmail: '' } : { senderName, recipientEmail: '', message: '' },
      version: null,
    },
    complete: completeTexts,
    check: shareProblems,
    save: async (texts) => {
      const outcome = await share(texts)
      if (outcome.kind === 'saved') setSent(texts)
      return outcome
    },
    onSaved: () => address.current?.focus(),
  })
  const { texts, problems, type, state } = form
  const errorOf = useFieldErrors(texts, problems, messageOf)
  const isReadOnly = state.kind === 'saving'
  const chooseAgain = useEffectEvent((email: string) => {
    type({ ...texts, recipientEmail: email })
    address.current?.focus()
  })
  useEffect(() => {
    if (again) chooseAgain(again.email)
  }, [again])
  return (
    <div className={styles.share}>
      <SettingsForm
        form={form}
        isBlocked={false}
        submit={formatMessage({ id: 'onlineBook.share.submit' })}
        messages={{
          saved: sent && <FormattedMessage id="onlineBook.share.done" values={{ email: sent.recipientEmail }} />,
          failed: <FormattedMessage id="onlineBook.share.failed" />,
        }}
        renderCurrent={() => null}
      >
        <TextField
          ref={address}
          label={formatMessage({ id: 'onlineBook.share.recipientEmail' })}
          name="recipientEmail"
          type="email"
          required
          autoComplete="off"
          autoCapitalize="none"
          spellCheck={false}
          value={texts.recipientEmail}
          error={errorOf('recipientEmail')}
          readOnly={isReadOnly}
          onChange={({ currentTarget }) => type({ ...texts, recipientEmail: currentTarget.value })}
        />
        <TextField
          label={formatMessage({ id: 'onlineBook.share.senderName' })}
          name="senderName"
          required
          autoComplete="name"
          value={texts.senderName}
          error={errorOf('senderName')}
          readOnly={isReadOnly}
          onChange={({ currentTarget }) => type({ ...texts, senderName: currentTarget.value })}
        />
        <TextArea
          label={formatMessage({ id: 'onlineBook.share.message' })}
          name="message"
          value={texts.message}
          note={formatMessage({ id: 'onlineBook.characters' }, { count: texts.message.length, most: longestMessage })}
          error={errorOf('message')}
          readOnly={isReadOnly}
          onChange={({ currentTarget }) => type({ ...texts, message: currentTarget.value })}
        />
      </SettingsForm>
      <MailPreview widgetId={widgetId} texts={texts} />
    </div>
  )
}

function messageOf(field: keyof ShareTexts, problem: string): string | undefined {
  if (problem === 'TOO_LONG') return field === 'senderName' ? 'onlineBook.nameTooLong' : 'onlineBook.textTooLong'
  if (field === 'recipientEmail' && problem === 'NOT_VALID') return 'onlineBook.share.recipientInvalid'
  return undefined
}
