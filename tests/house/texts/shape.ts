import { type MessageFormatElement, parse, TYPE } from '@formatjs/icu-messageformat-parser'
import type { Texts } from '../../../launcher/catalogues.ts'

/** Returns a sentence for each message that a translation lacks, or has although English does not. */
export function keyViolations(locale: string, catalogue: Texts, english: Texts): string[] {
  return [
    ...Object.keys(english).flatMap((id) => (id in catalogue ? [] : [`${locale} lacks the message ${id}.`])),
    ...Object.keys(catalogue).flatMap((id) =>
      id in english ? [] : [`${locale} has the message ${id}, which English does not have.`],
    ),
  ]
}

/** Returns a sentence for each argument or tag in which a translation differs from English. */
export function argumentViolations(locale: string, catalogue: Texts, english: Texts): string[] {
  return Object.entries(catalogue).flatMap(([id, message]) => {
    const own = shape(parse(message))
    const needed = shape(parse(english[id] ?? ''))
    return [
      ...[...needed].flatMap((part) => (own.has(part) ? [] : [`${locale} lacks ${part} in ${id}.`])),
      ...[...own].flatMap((part) =>
        needed.has(part) ? [] : [`${locale} has ${part} in ${id}, which the English text does not have.`],
      ),
    ]
  })
}

/** Returns a sentence for each plural form that a plural lacks, or that the language does not have. */
export function pluralViolations(locale: string, catalogue: Texts): string[] {
  const known = new Intl.PluralRules(locale).resolvedOptions().pluralCategories.map(String)
  // French, Italian and Spanish use "many" from a million on. The text of "other" reads well there too.
  const needed = known.filter((form) => form !== 'many')
  return Object.entries(catalogue).flatMap(([id, message]) =>
    pluralForms(parse(message)).flatMap((forms) => [
      ...needed.flatMap((form) =>
        forms.includes(form) ? [] : [`${locale} lacks the plural form "${form}" in ${id}.`],
      ),
      ...forms.flatMap((form) =>
        known.includes(form) ? [] : [`${locale} has the plural form "${form}" in ${id}, which the language lacks.`],
      ),
    ]),
  )
}

/** Finds the parts that a translation must keep: arguments with their formats, exact plural branches, counts, tags. */
function shape(elements: readonly MessageFormatElement[]): Set<string> {
  return new Set(
    elements.flatMap((element) => [...ownShape(element), ...inside(element).flatMap((part) => [...shape(part)])]),
  )
}

function ownShape(element: MessageFormatElement): string[] {
  if (element.type === TYPE.literal || element.type === TYPE.pound) return []
  const { type, value } = element
  if (type === TYPE.tag) return [`<${value}>`]
  if (type === TYPE.select) return Object.keys(element.options).map((name) => `{${value}, select} ${name}`)
  if (type === TYPE.plural) {
    const isCountShown = element.options['other']?.value.some((part) => part.type === TYPE.pound)
    const exact = Object.keys(element.options).filter((name) => name.startsWith('='))
    return [`{${value}, plural}${isCountShown ? ' #' : ''}`, ...exact.map((name) => `{${value}} ${name}`)]
  }
  if (type === TYPE.argument) return [`{${value}}`]
  const kind = { [TYPE.number]: 'number', [TYPE.date]: 'date', [TYPE.time]: 'time' }[type]
  return [`{${value}, ${kind}${element.style ? ` ${JSON.stringify(element.style)}` : ''}}`]
}

/** The messages inside of a tag, a select or a plural. */
export function inside(element: MessageFormatElement): (readonly MessageFormatElement[])[] {
  if (element.type === TYPE.tag) return [element.children]
  if (element.type === TYPE.select || element.type === TYPE.plural) {
    return Object.values(element.options).map((option) => option.value)
  }
  return []
}

/** The forms of every plural in a message, without exact branches such as `=0`. */
function pluralForms(elements: readonly MessageFormatElement[]): string[][] {
  return elements.flatMap((element) => {
    const own = element.type === TYPE.plural ? [Object.keys(element.options)] : []
    return [
      ...own.map((names) => names.filter((name) => !name.startsWith('='))),
      ...inside(element).flatMap(pluralForms),
    ]
  })
}
