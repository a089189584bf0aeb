import { badInput } from '../../errors/codes.ts'

/** Visible ASCII characters without quotes, because a version is sent as an entity tag. */
const versionPattern = /^[\x21\x23-\x7e]{1,100}$/

/**
 * Checks a version that a client sent.
 * @returns null without a version
 * @throws BAD_USER_INPUT
 */
export function checkVersion(version: string | null | undefined): string | null {
  if (version === null || version === undefined) return null
  if (versionPattern.test(version)) return version
  throw badInput('"version" is not the version of an object.')
}
