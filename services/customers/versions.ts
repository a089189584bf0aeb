import { z } from 'zod'

/** The header with the version that a client has read: `"3"`, with or without quotes, or `*` for any version. */
export const versionHeader = z.looseObject({
  'if-match': z
    .string()
    .regex(/^(\*|"?\d{1,9}"?)$/, 'is `*`, or a version such as "3"')
    .optional(),
})

/** True if the header is missing, is `*`, or has the current version. */
export function isCurrent(version: number, ifMatch: string | undefined): boolean {
  return ifMatch === undefined || ifMatch === '*' || ifMatch.replaceAll('"', '') === String(version)
}

/** The value of the header ETag. */
export function etagOf({ version }: { readonly version: number }): string {
  return `"${version}"`
}
