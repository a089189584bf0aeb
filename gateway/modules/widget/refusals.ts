import { badInput } from '../../errors/codes.ts'
import { UpstreamError } from '../../errors/upstreamError.ts'
import { instantOf } from '../../instants.ts'
import type { WidgetRefusal } from '../../upstream/widgets/refusals.ts'
import type { GalleryEntryField, ShareMessageField } from '../../__generated__/resolvers.ts'

/** The result when the book does not exist, or does not belong to the viewer. */
export const widgetNotFound = {
  __typename: 'WidgetNotFound',
  code: 'NOT_FOUND',
  message: 'There is no such ordered photo book, or it is not yours.',
} as const

/** The result when the retailer has blocked the order. */
export const widgetBlocked = {
  __typename: 'WidgetBlocked',
  code: 'WIDGET_BLOCKED',
  message: 'The retailer has blocked the order of this book.',
} as const

/** The result when the book cannot be opened yet, or is deleted. */
export const widgetNotReady = {
  __typename: 'WidgetNotReady',
  code: 'WIDGET_NOT_READY',
  message: 'The book is not in the state READY.',
} as const

/** The result when the link does not exist, or does not belong to the viewer. */
export const widgetLinkNotFound = {
  __typename: 'WidgetLinkNotFound',
  code: 'NOT_FOUND',
  message: 'There is no such link, or it is not yours.',
} as const

/** The result when the entry does not exist, or does not belong to the viewer. */
export const galleryEntryNotFound = {
  __typename: 'GalleryEntryNotFound',
  code: 'NOT_FOUND',
  message: 'There is no such entry, or it is not yours.',
} as const

/** The result when the service refuses the e-mail address of the recipient. */
export const invalidRecipient = {
  __typename: 'InvalidRecipient',
  code: 'INVALID_RECIPIENT',
  message: 'The email address of the recipient is not valid.',
} as const

/** The result when a book has too many recipients. */
export const tooManyRecipients = {
  __typename: 'TooManyRecipients',
  code: 'TOO_MANY_RECIPIENTS',
  message: 'The book has the maximum number of recipients.',
} as const

/** The result when the e-mail address of the account is not confirmed. */
export const senderNotConfirmed = {
  __typename: 'SenderNotConfirmed',
  code: 'EMAIL_UNCONFIRMED',
  message: 'The address of the account is not confirmed yet.',
} as const

/** The result when a text of the mail is not allowed. */
export function invalidShareMessage(field: ShareMessageField) {
  const message = 'The text is empty or too long, or has characters that are not allowed.'
  return { __typename: 'InvalidShareMessage', code: 'INVALID_SHARE_MESSAGE', message, field } as const
}

/** The result when a field of an entry is not allowed. */
export function invalidGalleryEntry(field: GalleryEntryField) {
  const message = 'The field is empty or too long, or the gallery has no such category.'
  return { __typename: 'InvalidGalleryEntry', code: 'INVALID_GALLERY_ENTRY', message, field } as const
}

/** The result when the account has sent too many mails. @param retryAfter seconds to wait, if the service says so */
export function tooManyMails(retryAfter: number | undefined, now: number) {
  return {
    __typename: 'TooManyMails',
    code: 'TOO_MANY_MAILS',
    message: 'The account has sent the maximum number of mails per hour or per day.',
    retryAt: retryAfter === undefined ? null : instantOf(now + retryAfter * 1_000),
  } as const
}

/**
 * The result for a refusal.
 * @param results the refusals that the call can have, with their results
 * @throws BAD_USER_INPUT if the shop does not exist, and UpstreamError for any other refusal
 */
export function resultOf<Results extends object>(results: Results, { refusal }: WidgetRefusal): Results[keyof Results] {
  if (refusal === 'unknownVendor' || refusal === 'unknownChannel')
    throw badInput('"channel" is not the channel of a shop.')
  if (hasResult(results, refusal)) return results[refusal]
  const detail = `the service refused a change with a reason that it cannot have: ${refusal}`
  throw new UpstreamError({ code: 'UPSTREAM_INVALID_RESPONSE', upstream: 'widgets', detail })
}

function hasResult<Results extends object>(results: Results, refusal: PropertyKey): refusal is keyof Results {
  return Object.hasOwn(results, refusal)
}
