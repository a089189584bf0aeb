import type { TimelineControlMonth } from '../timelineControl.ts'

/** A month as it is searched for and shown. */
export interface TitledMonth extends TimelineControlMonth {
  /** 'May 2019', or 'Unknown Date'. */
  readonly title: string
}

/**
 * The months that what was typed may mean, in their order: every word of it begins a word of the month's title, every
 * number begins its year or is its month. 'may 2019', '2019', '5/2019' and 'fevr' all mean something.
 */
export function findMonths(months: readonly TitledMonth[], typed: string): readonly TitledMonth[] {
  const wanted = wordsOf(typed)
  return months.filter((month) => {
    const words = wordsOf(month.title)
    return wanted.every((word) => isMeant(word, words, month))
  })
}

function isMeant(wanted: string, words: readonly string[], { year, month }: TitledMonth): boolean {
  if (/^\d+$/.test(wanted)) return String(year ?? '').startsWith(wanted) || month === Number(wanted)
  return words.some((word) => word.startsWith(wanted))
}

/** The words of a text without case and accents, since nobody types those to search. */
function wordsOf(text: string): readonly string[] {
  const plain = text.normalize('NFD').replaceAll(/\p{Mark}/gu, '')
  return plain.toLowerCase().match(/[\p{Letter}\p{Number}]+/gu) ?? []
}
