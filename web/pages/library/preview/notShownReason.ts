const reasons = ['UNREADABLE', 'TOO_LARGE', 'FAILED'] as const

export type NotShownReason = (typeof reasons)[number]

/** Why the picture cannot be shown; null if it can. Unknown reasons, from a newer gateway, count as `FAILED`. */
export function notShownReason(problem: string | null | undefined): NotShownReason | null {
  return problem ? (reasons.find((reason) => reason === problem) ?? 'FAILED') : null
}
