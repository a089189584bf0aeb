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

/** Prepares the texts for sending. A pasted address may have spaces around it. */
export function completeTexts({ senderName, recipientEmail, message }: ShareTexts): ShareTexts {
  return { senderName: senderName.trim(), recipientEmail: recipientEmail.trim().normalize('NFKC'), message }
}

/** The problems of the texts that the client can find. The service makes further checks. */
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
