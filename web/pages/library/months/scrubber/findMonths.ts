import type { TimelineControlMonth } from '../timelineControl.ts'

/** A month with the title that is shown and searched. */
export interface TitledMonth extends TimelineControlMonth {
  /** 'May 2019', or 'Unknown Date'. */
  readonly title: string
}

/**
 * The months that match a typed text, in their order. Every typed word must begin a word of the month's title; every
 * typed number must begin the month's year or be the number of the month. Examples: 'may 2019', '2019', '5/2019',
 * 'fevr'.
 */
export function findMonths(months: readonly TitledMonth[], typed: string): readonly TitledMonth[] {
  const wanted = wordsOf(typed)
  return months.filter((month) => {
    const words = wordsOf(month.title)
    return wanted.every((word) => matches(word, words, month))
  })
}

function matches(wanted: string, words: readonly string[], { year, month }: TitledMonth): boolean {
  if (/^\d+$/.test(wanted)) return String(year ?? '').startsWith(wanted) || month === Number(wanted)
  return words.some((word) => word.startsWith(wanted))
}

/** The words of a text, in lower case and without accents. */
function wordsOf(text: string): readonly string[] {
  const plain = text.normalize('NFD').replaceAll(/\p{Mark}/gu, '')
  return plain.toLowerCase().match(/[\p{Letter}\p{Number}]+/gu) ?? []
}
