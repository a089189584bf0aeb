/** The result when the passkey does not exist, or does not belong to the viewer. */
export const passkeyNotFound = {
  __typename: 'PasskeyNotFound',
  code: 'NOT_FOUND',
  message: 'There is no such passkey, or it is not yours.',
} as const
