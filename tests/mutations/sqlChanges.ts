/** A change within a text. */
interface TextChange {
  readonly start: number
  readonly end: number
  readonly replacement: string
}

/** Small changes of SQL. A pattern must not match parts of other operators, such as `->>` or `=>`. */
const rules: readonly (readonly [pattern: RegExp, replacement: string])[] = [
  [/(?<![-<=@])<=(?!>)/g, '<'],
  [/(?<![-<>=@])>=/g, '>'],
  [/(?<![-<=@|])<(?![<=>@])/g, '<='],
  [/(?<![-<>=|])>(?![>=])/g, '>='],
  [/ = /g, ' <> '],
  [/ <> | != /g, ' = '],
  [/\band\b/g, 'or'],
  [/\bor\b/g, 'and'],
  [/ \+ /g, ' - '],
  [/ - /g, ' + '],
  [/\bis null\b/g, 'is not null'],
  [/\bis not null\b/g, 'is null'],
  [/\bnot exists\b/g, 'exists'],
  [/\bgreatest\(/g, 'least('],
  [/\bleast\(/g, 'greatest('],
  [/\bmin\(/g, 'max('],
  [/\bmax\(/g, 'min('],
  [/ desc\b/g, ' asc'],
  [/\bdistinct (?!on\b|from\b)/g, ''],
  [/\bis distinct from\b/g, 'is not distinct from'],
  [/\bis not distinct from\b/g, 'is distinct from'],
  [/\bfor update( skip locked)?/g, ''],
  [/ skip locked\b/g, ''],
]

/** Assignments, in which `=` does not compare. */
const assignments = /\bset\b[^]*?(?=\b(?:where|from|returning)\b|$)/g

/** All small changes of a piece of SQL. */
export function sqlChanges(source: string): TextChange[] {
  // The replacement has the same length, so that the positions of the matches stay valid.
  const text = source.replaceAll(assignments, (assigned) => assigned.replaceAll(' = ', '...'))
  return rules.flatMap(([pattern, replacement]) =>
    [...text.matchAll(pattern)].map(({ 0: found, index }) => ({
      start: index,
      end: index + found.length,
      replacement,
    })),
  )
}
