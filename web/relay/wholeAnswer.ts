/**
 * For a query of which other queries have brought a part: nothing is read until all of it is there. Read in part it would
 * suspend anew with every render.
 */
export const wholeAnswer = { UNSTABLE_renderPolicy: 'full' } as const
