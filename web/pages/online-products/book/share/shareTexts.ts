import { isEmailAddress } from '../../../../../schema/rules/emailAddress.ts'
import { longestMessage, longestName } from '../../../../../schema/rules/bookSharing.ts'

/** What is typed in the form that shares a book. */
export interface ShareTexts {
  readonly senderName: string
  readonly recipientEmail: string
  readonly message: string
}

export type ShareField = keyof ShareTexts

export interface ShareProblem {
  readonly field: ShareField
  readonly problem: 'MISSING' | 'NOT_VALID' | 'TOO_LONG'
}

/** The texts as they are sent: an address that was pasted may have spaces around it. */
export function completeTexts({ senderName, recipientEmail, message }: ShareTexts): ShareTexts {
  return { senderName: senderName.trim(), recipientEmail: recipientEmail.trim().normalize('NFKC'), message }
}

/** What is wrong with the texts. The service checks more, such as whether a mail server accepts the address. */
export function shareProblems({ senderName, recipientEmail, message }: ShareTexts): readonly ShareProblem[] {
  return [
    ...(senderName === '' ? [{ field: 'senderName', problem: 'MISSING' } as const] : []),
    ...(senderName.length > longestName ? [{ field: 'senderName', problem: 'TOO_LONG' } as const] : []),
    ...(recipientEmail === '' ? [{ field: 'recipientEmail', problem: 'MISSING' } as const] : []),
    ...(recipientEmail !== '' && !isEmailAddress(recipientEmail)
      ? [{ field: 'recipientEmail', problem: 'NOT_VALID' } as const]
      : []),
    ...(message.length > longestMessage ? [{ field: 'message', problem: 'TOO_LONG' } as const] : []),
  ]
}
