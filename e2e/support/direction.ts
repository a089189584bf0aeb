/** Whether the journeys run in a language that is read from right to left (`E2E_TEXTS=right-to-left`). */
export const isRightToLeft = process.env['E2E_TEXTS'] === 'right-to-left'

/** The key that leads to the next photo. */
export const forwardKey = isRightToLeft ? 'ArrowLeft' : 'ArrowRight'
/** The key that leads to the previous photo. */
export const backKey = isRightToLeft ? 'ArrowRight' : 'ArrowLeft'
