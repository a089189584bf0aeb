/**
 * For a query of which other queries have brought a part, and that throws on errors of fields: nothing is read until
 * all of it is there. Read in part it would suspend on requests that have ended, again and again.
 */
export const wholeAnswer = { UNSTABLE_renderPolicy: 'full' } as const
