import type { GatewayContext } from '../context.ts'

/** The lengths of lists by their field (`Type.field`). */
export type ListLengths = ReadonlyMap<string, number>

/** The fields whose length the gateway can find out with one cheap call. */
const measured = ['Timeline.months', 'Timeline.firstMonths', 'TimelineMonth.photos', 'PhotoLibrary.photos'] as const

/** Whether the gateway can find out how long the list of a field is. */
export function isMeasured(field: string): boolean {
  return names.has(field)
}

const names: ReadonlySet<string> = new Set(measured)

/**
 * Finds out how long the lists of the viewer's library are. Each length is the largest one that the field can have.
 * Call this only if an operation would cost too much with the assumed lengths: it makes a call to the service.
 * @returns undefined when the service does not answer
 */
export async function lengthsOf({ viewer, loaders }: GatewayContext): Promise<ListLengths | undefined> {
  try {
    const months = viewer ? (await loaders.countMonths()).filter(({ count }) => count > 0) : []
    const counts = months.map(({ count }) => count)
    const lengths: Record<(typeof measured)[number], number> = {
      'Timeline.months': months.length,
      // The field returns at most six months.
      'Timeline.firstMonths': Math.min(6, months.length),
      'TimelineMonth.photos': counts.reduce((largest, count) => Math.max(largest, count), 0),
      'PhotoLibrary.photos': counts.reduce((total, count) => total + count, 0),
    }
    return new Map(Object.entries(lengths))
  } catch {
    return undefined
  }
}
