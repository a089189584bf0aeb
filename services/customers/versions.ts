import { z } from 'zod'

/** The header with the version that a client has read: `"3"`, with or without quotes, or `*` for any version. */
export const versionHeader = z.looseObject({
  'if-match': z
    .string()
    .regex(/^(\*|"?\d{1,9}"?)$/, 'is `*`, or a version such as "3"')
    .optional(),
})

/** Whether a change may be made that was meant for the version in the header. */
export function isCurrent(version: number, ifMatch: string | undefined): boolean {
  return ifMatch === undefined || ifMatch === '*' || ifMatch.replaceAll('"', '') === String(version)
}

/** The value of the header ETag. */
export function etagOf({ version }: { readonly version: number }): string {
  return `"${version}"`
}
